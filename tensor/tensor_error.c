#include "tensor.h"

#include <stdarg.h>
#include <stdio.h>

gg_status gg_fail(gg_error *e, gg_status code, const char *format, ...)
{
    if (e) {
        va_list args;
        va_start(args, format);
        e->code = code;
        vsnprintf(e->message, sizeof e->message, format, args);
        va_end(args);
    }
    return code;
}
