/*
 * Parses the header of a NumPy array file: "\x93NUMPY", the version, the length of the text, and
 * the text: a Python dictionary such as
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (2708, 128), }
 */
#include "npy.h"

#include <string.h>

/* What is left of the dictionary's text. */
typedef struct cursor {
    const char *at, *end;
} cursor;

static void skip_space(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
        c->at++;
}

/* Steps over a symbol, blanks before it too; false if something else is there. */
static bool take(cursor *c, const char *symbol)
{
    size_t length = strlen(symbol);
    skip_space(c);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, symbol, length) != 0)
        return false;
    c->at += length;
    return true;
}

/* A quoted string of printable characters without escapes, shorter than size. */
static bool take_string(cursor *c, char *text, size_t size)
{
    skip_space(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
        return false;
    char quote = *c->at++;
    for (size_t k = 0; c->at < c->end && k < size; k++) {
        char x = *c->at++;
        text[k] = x == quote ? 0 : x;
        if (x == quote)
            return true;
        if (x < 0x20 || x > 0x7e)
            return false;
    }
    return false;
}

static bool take_integer(cursor *c, int64_t *value)
{
    skip_space(c);
    const char *first = c->at;
    *value = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        if (*value > (INT64_MAX - 9) / 10)
            return false;
        *value = 10 * *value + (*c->at - '0');
    }
    return c->at != first;
}

/* "()", "(3,)", "(3, 4)"; a longer or too large one is false. */
static bool take_shape(cursor *c, gg_npy *a)
{
    if (!take(c, "("))
        return false;
    a->rank = 0;
    a->count = 1;
    while (!take(c, ")")) {
        int64_t n;
        if (a->rank == GG_MAX_RANK || !take_integer(c, &n) || (n && a->count > INT64_MAX / n))
            return false;
        a->shape[a->rank++] = n;
        a->count *= n;
        if (!take(c, ",")) /* the comma may be missing after the last number only */
            return a->rank > 1 && take(c, ")");
    }
    return true;
}

/* "<f4", ">i8", "|S3", "<U3". */
static bool read_type(const char *descr, gg_npy *a)
{
    static const struct known {
        const char *prefix;
        char kind;
        size_t unit;
    } known[] = {{"<f", 'f', 1}, {"<i", 'i', 1}, {">f", 'f', 1},
                 {">i", 'i', 1}, {"|S", 'S', 1}, {"<U", 'U', 4}};
    cursor c = {descr + 2, descr + strlen(descr)};
    int64_t width;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strncmp(descr, known[k].prefix, 2) != 0)
            continue;
        if (!take_integer(&c, &width) || c.at != c.end || width < 1 || width > 1024)
            return false;
        a->kind = known[k].kind;
        a->item = (size_t)width * known[k].unit;
        a->swapped = descr[0] == '>';
        return k > 3 || width == 4 || width == 8;
    }
    return false;
}

static gg_status bad(const char *name, const char *reason, gg_error *e)
{
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s", name, reason);
}

static gg_status parse_dictionary(const char *name, cursor c, gg_npy *a, gg_error *e)
{
    char key[16], descr[32] = "";
    bool shaped = false, ordered = false;
    if (!take(&c, "{"))
        return bad(name, "the array's header is no dictionary", e);
    while (!take(&c, "}")) {
        if (!take_string(&c, key, sizeof key) || !take(&c, ":"))
            return bad(name, "the array's header is damaged", e);
        if (strcmp(key, "descr") == 0) {
            if (!take_string(&c, descr, sizeof descr))
                return bad(name, "an array of records, expected numbers", e);
        } else if (strcmp(key, "fortran_order") == 0) {
            a->fortran = take(&c, "True");
            ordered = a->fortran || take(&c, "False");
            if (!ordered)
                return bad(name, "fortran_order is neither True nor False", e);
        } else if (strcmp(key, "shape") == 0) {
            shaped = take_shape(&c, a);
            if (!shaped)
                return bad(name, "the array's shape is damaged, too large or of rank above 4", e);
        } else {
            return bad(name, "an unknown key in the array's header", e);
        }
        if (!take(&c, ",")) {
            if (take(&c, "}"))
                break;
            return bad(name, "the array's header is damaged", e);
        }
    }
    if (!*descr || !ordered || !shaped)
        return bad(name, "the array's header lacks descr, fortran_order or shape", e);
    if (strlen(descr) < 3 || !read_type(descr, a))
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: elements of type '%s', expected f4, f8, i4 or i8 with '<' or '>'", name,
                       descr);
    return GG_OK;
}

gg_status gg_npy_parse(const char *name, const void *bytes, uint64_t size, gg_npy *out, gg_error *e)
{
    const unsigned char *b = bytes;
    uint64_t held = size < GG_NPY_HEADER_MAX ? size : GG_NPY_HEADER_MAX;
    if (held < 12 || memcmp(b, "\x93NUMPY", 6) != 0)
        return bad(name, "not a NumPy array (it does not begin with \\x93NUMPY)", e);
    if (b[6] < 1 || b[6] > 3)
        return gg_fail(e, GG_ERR_FORMAT, "%s: NumPy array version %d, expected 1 to 3", name, b[6]);
    uint64_t start = b[6] == 1 ? 10 : 12;
    uint64_t length = (uint64_t)b[8] | (uint64_t)b[9] << 8;
    if (b[6] > 1)
        length |= (uint64_t)b[10] << 16 | (uint64_t)b[11] << 24;
    if (length > held - start)
        return bad(name, "the array's header is cut short or too long", e);
    gg_npy a = {.start = (size_t)(start + length)};
    const char *text = (const char *)b + start;
    gg_status s = parse_dictionary(name, (cursor){text, text + length}, &a, e);
    if (s != GG_OK)
        return s;
    uint64_t room = size - a.start;
    if ((uint64_t)a.count > room / a.item || (uint64_t)a.count * a.item != room)
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: %llu bytes of elements, expected %lld elements of %d bytes", name,
                       (unsigned long long)room, (long long)a.count, (int)a.item);
    *out = a;
    return GG_OK;
}

/* The bits of element i, of 4 or 8 bytes, in the order of this machine. */
static uint64_t bits_of(const gg_npy *a, const void *data, int64_t i)
{
    unsigned char bytes[8] = {0};
    uint64_t bits;
    memcpy(bytes, (const char *)data + (size_t)i * a->item, a->item);
    for (size_t k = 0; a->swapped && k < a->item / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[a->item - 1 - k];
        bytes[a->item - 1 - k] = byte;
    }
    memcpy(&bits, bytes, sizeof bits);
    return bits;
}

double gg_npy_number(const gg_npy *a, const void *data, int64_t i)
{
    float f;
    double d;
    if (a->kind == 'i')
        return (double)gg_npy_integer(a, data, i);
    uint64_t bits = bits_of(a, data, i);
    if (a->item == sizeof d) {
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

int64_t gg_npy_integer(const gg_npy *a, const void *data, int64_t i)
{
    uint64_t bits = bits_of(a, data, i);
    int32_t narrow;
    int64_t wide;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &bits, sizeof narrow);
    return a->item == sizeof wide ? wide : narrow;
}

void gg_npy_place(const gg_npy *a, const void *data, int64_t first, int64_t n, gg_tensor *x)
{
    bool turned = a->fortran && a->rank == 2;
    for (int64_t k = 0; k < n; k++) {
        int64_t at = first + k; /* in Fortran order: of entry (at % rows, at / rows) */
        if (turned)
            at = at % a->shape[0] * a->shape[1] + at / a->shape[0];
        gg_set(x, at, gg_npy_number(a, data, k));
    }
}

gg_status gg_npy_check_numbers(const char *name, const gg_npy *a, gg_error *e)
{
    bool numbers = a->kind == 'f' || a->kind == 'i';
    if (numbers && (a->rank == 1 || a->rank == 2))
        return GG_OK;
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s of rank %d, expected numbers of rank 1 or 2", name,
                   numbers ? "numbers" : "text", a->rank);
}
