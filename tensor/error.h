/* error.h (internal): what messages of errors have in common. */
#ifndef GG_ERROR_H
#define GG_ERROR_H

/* Names of files and words from them may hold anything; what is printed stays one line, and moves
 * no terminal's cursor. */
void gg_keep_one_line(char *text);

#endif
