/*
 * Runs a fuzzer without libFuzzer: over the files named, and every file of the folders named. Files
 * of up to 2 kB are also cut short at each byte. Arguments that begin with '-' are libFuzzer's.
 */
#include "fuzz.h"

#include <dirent.h>

enum { MOST = 1 << 20, CUT = 2048 };

static long inputs;

static void run_file(const char *path)
{
    static uint8_t bytes[MOST];
    FILE *file = fopen(path, "rb");
    FUZZ_REQUIRE(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t cut = size <= CUT ? 0 : size; cut <= size; cut++, inputs++) {
        /* A block of its own, so that a sanitizer sees who reads past the end. */
        uint8_t *input = malloc(cut ? cut : 1);
        FUZZ_REQUIRE(input);
        memcpy(input, bytes, cut);
        LLVMFuzzerTestOneInput(input, cut);
        free(input);
    }
}

static void run(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        run_file(path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            run(inside);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (argv[k][0] != '-')
            run(argv[k]);
    printf("%ld inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
