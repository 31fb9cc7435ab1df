/* cflp_main.h: what the programs' main functions have in common. */
#ifndef CFLP_MAIN_H
#define CFLP_MAIN_H

#include "cflp_options.h"

/* Reads the command line, answers --help and its like, or else calls work. Returns the program's
 * exit status: 0 done, 1 failed, 2 wrong usage; a failure is one line on standard error. */
int cflp_main(int argc, char **argv, cflp_program program,
              gg_status (*work)(const cflp_settings *s, gg_error *e));

#endif
