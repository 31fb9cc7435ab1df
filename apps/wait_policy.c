#include "wait_policy.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

void wait_policy_passive(char **argv)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    if (getenv("OMP_WAIT_POLICY") || length < 0 || (size_t)length == sizeof program)
        return;
    program[length] = '\0';
    if (setenv("OMP_WAIT_POLICY", "passive", 1) == 0)
        execv(program, argv);
}
