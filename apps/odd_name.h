/* odd_name.h: why the nodes of a list of numbers go by names. */
#ifndef ODD_NAME_H
#define ODD_NAME_H

#include "graphgrad.h"

/* Writes ", since '1x3' in line 12 is no integer" if most names are integers but not all; "" else.
 * path: the edge list. */
const char *odd_name_text(const gg_names *names, const char *path, char text[128]);

#endif
