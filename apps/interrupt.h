/* interrupt.h: Ctrl-C, for programs that end in order. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From here on the first Ctrl-C is only noted; a second one ends the program. */
void interrupt_catch(void);

/* Whether there was one. */
bool interrupt_came(void);

#endif
