#include "cflp_main.h"
#include "wait_policy.h"

static void print_version(cflp_program program)
{
    gg_build b = gg_build_info();
    printf("%s %s (%s, BLAS kernel %s, %s, %d processors)\n", cflp_program_name(program), b.version,
           b.compiler, b.blas_kernel, b.isa, b.threads);
}

int cflp_main(int argc, char **argv, cflp_program program,
              gg_status (*work)(const cflp_settings *s, gg_error *e))
{
    wait_policy_passive(argv);
    cflp_settings settings;
    gg_error error = {0};
    gg_status status = cflp_settings_init(&settings, program, &error);
    bool parsed = status == GG_OK;
    if (parsed) {
        status = cflp_parse(argc, argv, &settings, &error);
        parsed = status == GG_OK;
    }
    if (parsed && settings.help)
        cflp_print_help(stdout, program);
    else if (parsed && settings.version)
        print_version(program);
    else if (parsed && settings.print_config)
        cflp_print_config(stdout, &settings, false);
    else if (parsed)
        status = work(&settings, &error);
    if (status != GG_OK)
        fprintf(stderr, "%s: %s\n", cflp_program_name(program), error.message);
    cflp_settings_free(&settings);
    if (status == GG_OK)
        return 0;
    return !parsed && status == GG_ERR_ARGUMENT ? 2 : 1;
}
