"""Writes the seeds of the fuzzers, corpus/NAME/seed-*. Run it in tests/fuzz; the files are the same each time.

.npy, .npz and .mtx files of tests/golden are seeds as well, and inputs that once failed stand beside these
under other names."""
import pathlib
import zipfile

SEEDS = {
    "pairs": [
        b"\xef\xbb\xbf# a comment\r\n0 1\r\n\r\n \t7\t 00 \r\n7 7",
        b"2147483647 0\n99 100\n",
        b"1000000000000 1\n",
        b"1\x002\n",
        b"nan 1\n-1 2\n",
    ],
    "edge_list": [
        b"source,target,weight\nann,bo,1.5\n\"Lee, Cy\",ann,2\n\"say \"\"hi\"\"\",bo,\n",
        b"\xef\xbb\xbf# c\r\n% c\r\n0\t1\r\n\r\n2\t 1",
        b"-5 9\n9 08\n8 +9\n1000000000000 9223372036854775807\n",
        b"a b\n1 2\n1 2\n",
        b"\" d \" \"#a\" x\nc\xc3\xa9 %b y\n",
        b"a\x00b c\n\"a\n",
    ],
    "labels": [
        b"\x04\xef\xbb\xbf# classes\r\n2\r\n -1 \r\n\r\n0\r\n2",
        b"\x00",
        b"\x021\n1000000000000\n",
        b"\x011\x00\n",
    ],
    "mtx": [
        b"\xef\xbb\xbf%%MatrixMarket matrix coordinate real general\r\n% c\r\n2 3 3\r\n2 3 -4e0\r\n1 1 1\r\n1 1 .5",
        b"%%MatrixMarket matrix coordinate real general\n1000000000000 3 1\n1 1 1\n",
        b"%%MatrixMarket matrix coordinate real general\n9999999 16777216 0\n",
        b"%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 nan\n2 1 -0\n",
        b"%%MatrixMarket matrix array integer general\n0 5\n",
    ],
    "npy": [
        b"\x93NUMPY\x02\x00\x44\x00\x00\x00{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }        \n"
        b"\x00\x00\xc0\x7f\x00\x00\x80\x3f",
        b"\x93NUMPY\x01\x00\x47\x00{'descr': '>i8', 'fortran_order': False, 'shape': (1000000000000,), }  \n",
    ],
    "split": [
        b"0 1\n1 2\n2 3\n3 4\n4 0\n0 2\n|0 1\n1 2\n2 3\n|3 4|1 3\r\n|4 0\n|2 4\n",
        b"na,b\nb,c\nc,d\n\"d, x\",a\n\"d, x\",c\n|a\tb\nb\tc\n|d\tc\n|d\ta\n|\"d, x\"\ta\n|b\t\"d, x\"\n",
        b"0 1\n1 2\n2 3\n|0 1|0 1|0 3|2 3|1 3",
        b"n7 9\n9 12\n12 7\n12 20\n|7 9|9 12|7 20|12 20|9 20",
    ],
    "config": [
        b"# comment\r\nencoder = gcn # c\r\nlr=0.05\nmatch-self = yes\n\nsplit = \" a # b \"\nmetric = hits@20",
        b"\xef\xbb\xbfgamma = 300\n",
        b"epoch = 3\n",
        b"config = x\n",
        b"dataset = \"x\"\nembedding = a\"b\nseed = 9007199254740992\nalpha = nan\n",
    ],
}

MEMBERS = ["format.npy", "shape.npy", "indptr.npy", "indices.npy", "data.npy", "arr_0.npy", "x.npy"]
ARCHIVES = ["f8_stored", "i8_wide", "f4_wide", "unsorted", "big_endian", "csc", "dense", "dense_fortran", "rank3", "text"]


def members(path):
    """The archive as fuzz_npz_members.c takes it, without the padding of the arrays' headers."""
    parts = b""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            array = archive.read(name)
            size = int.from_bytes(array[8:10], "little")
            header = array[10:10 + size].rstrip()
            array = array[:8] + len(header).to_bytes(2, "little") + header + array[10 + size:]
            parts += bytes([MEMBERS.index(name)]) + len(array).to_bytes(2, "little") + array
    return parts


SEEDS["npz_members"] = [members("../golden/npz_%s.npz" % name) for name in ARCHIVES]

for name, seeds in SEEDS.items():
    folder = pathlib.Path("corpus") / name
    folder.mkdir(parents=True, exist_ok=True)
    for k, seed in enumerate(seeds):
        (folder / ("seed-%d" % k)).write_bytes(seed)
