#include "tensor.h"
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

void gg_keep_one_line(char *text)
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
        gg_keep_one_line(e->message);
    }
    return code;
}
