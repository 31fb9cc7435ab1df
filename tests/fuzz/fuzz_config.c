/* The config files of cflp_train. What is read is printed as a config file that reads the same. */
#include "fuzz.h"

#include "cflp_options.h"

static gg_status read_config(const char *name, cflp_settings *s, gg_error *e)
{
    char program[] = "cflp_train", option[] = "--config", path[256];
    snprintf(path, sizeof path, "%s", fuzz_path(name));
    gg_status status = cflp_settings_init(s, CFLP_TRAIN, e);
    return status == GG_OK ? cflp_parse(3, (char *[]){program, option, path}, s, e) : status;
}

static void check_same(const cflp_settings *a, const cflp_settings *b)
{
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        char x[4096], y[4096];
        if ((o->rules & CFLP_EARLY) || !cflp_option_belongs(o, CFLP_TRAIN))
            continue; /* those of other programs are read and left out */
        bool set = cflp_option_format(o, a, x, sizeof x);
        FUZZ_REQUIRE(cflp_option_format(o, b, y, sizeof y) == set);
        FUZZ_REQUIRE(!set || strcmp(x, y) == 0);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    cflp_settings s, again;
    gg_error e = {0};
    if (size > 4000) /* lines to be printed whole */
        return;
    fuzz_file("a.conf", data, size);
    if (fuzz_read(read_config("a.conf", &s, &e), &e)) {
        FILE *file = fuzz_open("b.conf");
        cflp_print_config(file, &s, false);
        FUZZ_REQUIRE(fclose(file) == 0);
        FUZZ_REQUIRE(fuzz_read_again(read_config("b.conf", &again, &e), &e));
        check_same(&s, &again);
        cflp_settings_free(&again);
    }
    cflp_settings_free(&s);
}
