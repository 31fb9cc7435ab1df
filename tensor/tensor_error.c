#include "tensor.h"

#include <stdarg.h>
#include <stdio.h>

/* Names of files and words from them may hold anything; what is printed stays one line, and moves
 * no terminal's cursor. */
static void keep_one_line(char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7f)
            *text = '?';
}

gg_status gg_fail(gg_error *e, gg_status code, const char *format, ...)
{
    if (e) {
        va_list args;
        va_start(args, format);
        e->code = code;
        vsnprintf(e->message, sizeof e->message, format, args);
        va_end(args);
        keep_one_line(e->message);
    }
    return code;
}
