/* gg_read_labels. The first byte is the number of nodes, the others are the file. */
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    int32_t label[256], again[256], classes = -7, same = -7, largest = -1;
    gg_error e = {0};
    if (size == 0)
        return;
    int64_t nodes = data[0];
    memset(label, 0x55, sizeof label);
    gg_status s =
        gg_read_labels(fuzz_file("labels.txt", data + 1, size - 1), nodes, label, &classes, &e);
    if (!fuzz_read(s, &e)) {
        FUZZ_REQUIRE(classes == -7 && label[0] == 0x55555555);
        return;
    }
    FILE *file = fuzz_open("again.txt");
    for (int64_t i = 0; i < nodes; i++) {
        FUZZ_REQUIRE(label[i] >= -1 && label[i] < classes);
        largest = label[i] > largest ? label[i] : largest;
        fprintf(file, "%d\n", label[i]);
    }
    FUZZ_REQUIRE(fclose(file) == 0);
    FUZZ_REQUIRE(classes == largest + 1);
    if (fuzz_read_again(gg_read_labels(fuzz_path("again.txt"), nodes, again, &same, &e), &e))
        FUZZ_REQUIRE(same == classes && memcmp(label, again, (size_t)nodes * sizeof *label) == 0);
}
