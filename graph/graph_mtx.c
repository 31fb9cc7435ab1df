/*
 * Reads Matrix Market files (R. F. Boisvert, R. Pozo and K. A. Remington, "The Matrix Market
 * exchange formats: initial design", NISTIR 5935, 1996): a line "%%MatrixMarket matrix FORMAT FIELD
 * SYMMETRY", comments, the size, and an entry a line. Rows and columns count from 1.
 */
#include "read_csr.h"
#include "lines.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct matrix {
    gg_lines lines;
    bool array;                  /* all values, column by column; else entries with coordinates */
    bool pattern;                /* entries without values: ones */
    bool symmetric;              /* only the lower triangle is there */
    int64_t rows, cols, entries; /* entries in the file */
    int64_t used;                /* entries of the arrays, mirrored ones among them */
    int32_t *row, *col;
    double *value;
} matrix;

/* The next word of the line; *word is "" at its end. A NUL in it becomes a byte that fits nowhere,
 * as does the beginning of a word that is too long. */
static size_t next_word(const gg_lines *r, size_t at, char word[64])
{
    size_t first = gg_lines_skip_blanks(r, at), used = 0;
    for (at = first; at < r->length && at < GG_LINE_SIZE; at++) {
        char c = r->text[at];
        if (c == ' ' || c == '\t')
            break;
        if (used < 63)
            word[used++] = c ? c : '?';
    }
    word[used] = 0;
    if (at - first > used)
        word[0] = '?';
    return at;
}

static gg_status read_banner(matrix *m, gg_error *e)
{
    static const char expected[] = "\"%%MatrixMarket matrix\", then coordinate or array, real, "
                                   "integer or pattern, general or symmetric";
    char word[5][64];
    size_t at = 0;
    if (!gg_lines_next(&m->lines))
        return gg_fail(e, GG_ERR_FORMAT, "%s: the file is empty", m->lines.path);
    for (int k = 0; k < 5; k++)
        at = next_word(&m->lines, at, word[k]);
    m->array = strcasecmp(word[2], "array") == 0;
    m->pattern = strcasecmp(word[3], "pattern") == 0;
    m->symmetric = strcasecmp(word[4], "symmetric") == 0;
    const char *wrong = NULL;
    if (strcmp(word[0], "%%MatrixMarket") != 0 || strcasecmp(word[1], "matrix") != 0)
        wrong = "another beginning";
    else if (!m->array && strcasecmp(word[2], "coordinate") != 0)
        wrong = "another format";
    else if (strcasecmp(word[3], "real") != 0 && strcasecmp(word[3], "integer") != 0 &&
             (!m->pattern || m->array))
        wrong = "another field";
    else if (!m->symmetric && strcasecmp(word[4], "general") != 0)
        wrong = "another symmetry";
    return wrong ? gg_lines_bad(&m->lines, expected, wrong, e) : GG_OK;
}

/* A whole number of digits, at most 2^62. */
static bool take_count(const char *word, int64_t *count)
{
    *count = 0;
    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9' || *count > INT64_MAX / 20)
            return false;
        *count = 10 * *count + (*c - '0');
    }
    return *word != 0;
}

static bool take_value(const char *word, double *value)
{
    char *end;
    if (!*word || strspn(word, "0123456789+-.eE") != strlen(word))
        return false;
    *value = strtod(word, &end);
    return !*end;
}

/* A size that memory is reserved for must not be larger than the file can be meant. */
static gg_status check_size(const matrix *m, gg_error *e)
{
    struct stat info;
    if (fstat(fileno(m->lines.file), &info) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: cannot read", m->lines.path);
    int64_t least = m->array ? 2 : 4; /* bytes of an entry: "1\n", "1 1\n" */
    const char *wrong = NULL;
    if (m->rows > INT32_MAX || m->cols > GG_COLUMNS_MAX)
        wrong = "too many rows or columns";
    else if (m->symmetric && m->rows != m->cols)
        wrong = "symmetric, but not square";
    else if (m->entries > (int64_t)info.st_size / least + 1)
        wrong = "more entries than there is text for";
    else if (gg_hardly_filled(m->rows, m->entries))
        wrong = "hardly a row has an entry";
    return wrong ? gg_lines_bad(&m->lines, "the size of a matrix", wrong, e) : GG_OK;
}

static gg_status read_size(matrix *m, gg_error *e)
{
    char word[4][64];
    size_t at = 0;
    if (!gg_lines_next_data(&m->lines, "%"))
        return gg_fail(e, GG_ERR_FORMAT, "%s: ends before the size of the matrix", m->lines.path);
    for (int k = 0; k < 4; k++)
        at = next_word(&m->lines, at, word[k]);
    if (!take_count(word[0], &m->rows) || !take_count(word[1], &m->cols) ||
        *word[m->array ? 2 : 3] || m->lines.length > GG_LINE_SIZE ||
        (!m->array && !take_count(word[2], &m->entries)))
        return gg_lines_bad(&m->lines, m->array ? "rows and columns" : "rows, columns and entries",
                            "not so", e);
    if (m->array && m->rows <= INT32_MAX && m->cols <= GG_COLUMNS_MAX)
        m->entries = m->symmetric ? m->rows * (m->rows + 1) / 2 : m->rows * m->cols;
    return check_size(m, e);
}

static void add(matrix *m, int64_t i, int64_t j, double value)
{
    m->row[m->used] = (int32_t)i;
    m->col[m->used] = (int32_t)j;
    m->value[m->used++] = value;
    if (m->symmetric && i != j) {
        m->row[m->used] = (int32_t)j;
        m->col[m->used] = (int32_t)i;
        m->value[m->used++] = value;
    }
}

/* What is wrong with the line of an entry, or NULL. */
static const char *read_entry(matrix *m)
{
    char word[4][64];
    int64_t i, j;
    double value = 1;
    size_t at = 0;
    int words = m->pattern ? 2 : 3;
    for (int k = 0; k < words + 1; k++)
        at = next_word(&m->lines, at, word[k]);
    if (*word[words])
        return "more than that";
    if (!take_count(word[0], &i) || !take_count(word[1], &j))
        return "no row and column";
    if (!m->pattern && !take_value(word[2], &value))
        return "no value";
    if (i < 1 || j < 1 || i > m->rows || j > m->cols)
        return "outside the matrix, whose rows and columns count from 1";
    if (m->symmetric && i < j)
        return "above the diagonal of a symmetric matrix";
    add(m, i - 1, j - 1, value);
    return NULL;
}

/* The value of the array's entry (i, j). */
static const char *read_element(matrix *m, int64_t i, int64_t j)
{
    char word[2][64];
    double value;
    next_word(&m->lines, next_word(&m->lines, 0, word[0]), word[1]);
    if (!take_value(word[0], &value))
        return "no value";
    if (*word[1])
        return "more than that";
    if (value != 0)
        add(m, i, j, value);
    return NULL;
}

static gg_status read_entries(matrix *m, gg_error *e)
{
    int64_t i = 0, j = 0;
    for (int64_t k = 0; k < m->entries; k++) {
        if (!gg_lines_next_data(&m->lines, "%"))
            return gg_fail(e, GG_ERR_FORMAT, "%s: ends after %lld entries, expected %lld",
                           m->lines.path, (long long)k, (long long)m->entries);
        const char *wrong = m->lines.length > GG_LINE_SIZE ? "the line is too long"
                            : m->array                     ? read_element(m, i, j)
                                                           : read_entry(m);
        if (wrong)
            return gg_lines_bad(&m->lines,
                                m->array     ? "a value"
                                : m->pattern ? "row and column"
                                             : "row, column and value",
                                wrong, e);
        if (++i == m->rows) {
            j++;
            i = m->symmetric ? j : 0;
        }
    }
    if (gg_lines_next_data(&m->lines, "%"))
        return gg_lines_bad(&m->lines, "the end of the file", "more entries than announced", e);
    return GG_OK;
}

static gg_status read_matrix(matrix *m, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    gg_status s = read_banner(m, e);
    if (s == GG_OK)
        s = read_size(m, e);
    if (s != GG_OK)
        return s;
    size_t most = (size_t)m->entries * (m->symmetric ? 2 : 1);
    m->row = gg_alloc(most, sizeof *m->row);
    m->col = gg_alloc(most, sizeof *m->col);
    m->value = gg_alloc(most, sizeof *m->value);
    if (!m->row || !m->col || !m->value)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %lld entries", m->lines.path,
                       (long long)m->entries);
    s = read_entries(m, e);
    return s == GG_OK
               ? gg_csr_from_coo(m->rows, m->cols, m->used, m->row, m->col, m->value, dtype, out, e)
               : s;
}

gg_status gg_read_mtx(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    matrix m = {.entries = 0};
    gg_csr *a = NULL;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* numbers have a point in them */
    if (!plain)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for a locale", path);
    gg_status s = gg_lines_open(&m.lines, path, e);
    if (s == GG_OK) {
        locale_t before = uselocale(plain);
        s = gg_lines_close(&m.lines, read_matrix(&m, dtype, &a, e), e);
        uselocale(before);
    }
    freelocale(plain);
    gg_free(m.row);
    gg_free(m.col);
    gg_free(m.value);
    if (s != GG_OK) {
        gg_csr_free(a);
        return s;
    }
    return gg_features_check(path, a, out, e);
}
