/* zip_maker.h: zip archives made by hand, so that they may lie. Members are stored. */
#ifndef GG_ZIP_MAKER_H
#define GG_ZIP_MAKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zero-initialise. */
typedef struct zip_maker {
    char bytes[16384], central[4096];
    size_t size, central_size;
    int members;
} zip_maker;

static inline void put_le(char *at, uint64_t value, int bytes)
{
    for (int k = 0; k < bytes; k++)
        at[k] = (char)(value >> 8 * k & 0xff);
}

static inline uint32_t crc32_of(const char *bytes, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t k = 0; k < size; k++) {
        crc ^= (unsigned char)bytes[k];
        for (int b = 0; b < 8; b++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* claimed: the sizes in the archive's books; method: 0 stored. False when there is no room. */
static inline bool zip_add(zip_maker *z, const char *name, const char *bytes, size_t size,
                           size_t claimed, int method)
{
    size_t length = strlen(name);
    char fields[26] = {0}; /* shared by the local and the central header */
    size_t room = sizeof z->bytes - sizeof z->central - 22;
    if (z->size + 30 + length + size > room || z->central_size + 46 + length > sizeof z->central)
        return false;
    put_le(fields, 20, 2);
    put_le(fields + 4, (uint64_t)method, 2);
    put_le(fields + 8, 0x21, 2); /* 1980-01-01 */
    put_le(fields + 10, crc32_of(bytes, size), 4);
    put_le(fields + 14, method ? size : claimed, 4);
    put_le(fields + 18, claimed, 4);
    put_le(fields + 22, length, 2);
    char *c = z->central + z->central_size;
    memset(c, 0, 46);
    memcpy(c, "PK\x01\x02\x14\0", 6);
    memcpy(c + 6, fields, 26);
    put_le(c + 42, z->size, 4);
    memcpy(c + 46, name, length);
    z->central_size += 46 + length;
    char *l = z->bytes + z->size;
    memcpy(l, "PK\x03\x04", 4);
    memcpy(l + 4, fields, 26);
    memcpy(l + 30, name, length);
    memcpy(l + 30 + length, bytes, size);
    z->size += 30 + length + size;
    z->members++;
    return true;
}

/* The archive is the first bytes of z->bytes, as many as are returned. */
static inline size_t zip_finish(zip_maker *z)
{
    char *end = z->bytes + z->size;
    memcpy(end, z->central, z->central_size);
    char *e = end + z->central_size;
    memset(e, 0, 22);
    memcpy(e, "PK\x05\x06", 4);
    put_le(e + 8, (uint64_t)z->members, 2);
    put_le(e + 10, (uint64_t)z->members, 2);
    put_le(e + 12, z->central_size, 4);
    put_le(e + 16, z->size, 4);
    return z->size + z->central_size + 22;
}

#endif
