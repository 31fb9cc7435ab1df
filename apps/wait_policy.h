/* wait_policy.h: what threads do while they wait for each other. */
#ifndef WAIT_POLICY_H
#define WAIT_POLICY_H

/* Makes threads that wait sleep, unless the environment has an OMP_WAIT_POLICY. By default they
 * spin, and on processors that other programs use as well keep those from the very threads that
 * they wait for: a run takes several times as long. OpenMP reads its environment before main, so
 * the program starts itself anew, once; where it cannot, it goes on as it is. */
void wait_policy_passive(char **argv);

#endif
