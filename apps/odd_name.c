#include "odd_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_integer(const char *name)
{
    name += *name == '-' || *name == '+';
    return *name && !name[strspn(name, "0123456789")];
}

/* Whether a line has the name between what may lie around one. */
static bool has_name(const char *line, const char *name)
{
    static const char around[] = " \t,\"\r\n"; /* and the line's ends */
    size_t length = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at++)
        if ((at == line || strchr(around, at[-1])) && strchr(around, at[length]))
            return true;
    return false;
}

/* 0 if it is written otherwise there. */
static long long line_of(const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    long long number = 0;
    bool found = false;
    while (file && !found && getline(&line, &size, file) >= 0) {
        number++;
        found = has_name(line, name);
    }
    free(line);
    if (file)
        fclose(file);
    return found ? number : 0;
}

const char *odd_name_text(const gg_names *names, const char *path, char text[128])
{
    int64_t integers = 0;
    const char *odd = NULL;
    char place[40] = "";
    *text = '\0';
    for (int32_t i = 0; names && i < names->count; i++) {
        bool integer = is_integer(gg_name(names, i));
        integers += integer;
        odd = integer || odd ? odd : gg_name(names, i);
    }
    if (!odd || 2 * integers <= names->count)
        return text;
    long long line = line_of(path, odd);
    if (line > 0)
        snprintf(place, sizeof place, " in line %lld", line);
    snprintf(text, 128, ", since '%.40s'%s is no integer", odd, place);
    return text;
}
