/* npz.h (internal): archives of NumPy arrays, as numpy.savez makes them: zip archives whose members
 * are .npy files; maybe with a text among them. */
#ifndef GG_NPZ_H
#define GG_NPZ_H

#include "npy.h"

#include <zip.h>

typedef struct gg_npz {
    const char *path;
    zip_t *zip;
    uint64_t size; /* of the file */
} gg_npz;

/* One array. Zero-initialise; bytes is gg_free's. */
typedef struct gg_npz_member {
    gg_npy array;
    char *bytes;      /* the member as stored in the archive */
    const char *data; /* its elements */
} gg_npz_member;

gg_status gg_npz_open(gg_npz *z, const char *path, gg_error *e);
void gg_npz_close(gg_npz *z);

/* Whether the archive has the member NAME.npy. */
bool gg_npz_has(const gg_npz *z, const char *name);

/* A text, the member FILE, 0-terminated; gg_free's. */
gg_status gg_npz_read_text(const gg_npz *z, const char *file, char **text, gg_error *e);

/* The member NAME.npy; after a failure, too, its bytes are to be freed. */
gg_status gg_npz_read(const gg_npz *z, const char *name, gg_npz_member *m, gg_error *e);

/* GG_ERR_FORMAT: "PATH: NAME.npy: REASON". */
gg_status gg_npz_bad(const gg_npz *z, const char *name, const char *reason, gg_error *e);

/* The five members that scipy.sparse.save_npz writes, as a matrix that may hold NaN and infinity.
 */
gg_status gg_npz_read_csr(const gg_npz *z, gg_dtype dtype, gg_csr **out, gg_error *e);

/* What gg_npz_write writes: an array, NAME.npy, or a text, which is called by its whole name. */
typedef struct gg_npz_entry {
    const char *name;
    const gg_tensor *array; /* NULL: the text */
    const char *text;
} gg_npz_entry;

/* Writes an archive, not compressed, as gg_write_whole does. Same entries, same bytes. */
gg_status gg_npz_write(const char *path, const gg_npz_entry *entries, int64_t count, gg_error *e);

#endif
