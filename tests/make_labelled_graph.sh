#!/bin/sh
# make_labelled_graph.sh FOLDER: writes a data set of 1,800 nodes in three classes, the same on every
# machine. Of its links 80% join nodes of one class; one of a node's ten words is drawn from the
# thirty of its class, the others from all ninety, so that words alone tell little.
set -eu
mkdir -p "$1"
awk -v folder="$1" '
    # Lehmer, "Mathematical methods in large-scale computing units", 1951: x = 16807 x mod 2^31 - 1
    function below(n) { x = x * 16807 % 2147483647; return int(x / 2147483647 * n) }
    BEGIN {
        x = 1; nodes = 1800; links = 5400
        for (i = 0; i < nodes; i++) {
            class[i] = below(3)
            print class[i] > (folder "/labels.txt")
        }
        for (k = 0; k < links; k++) {
            u = below(nodes)
            same = below(10) < 8
            do v = below(nodes); while (v == u || same != (class[u] == class[v]))
            print u, v > (folder "/edges.txt")
        }
        file = folder "/features.mtx"
        print "%%MatrixMarket matrix coordinate pattern general" > file
        print nodes, 90, 10 * nodes > file
        for (i = 0; i < nodes; i++)
            for (k = 0; k < 10; k++)
                print i + 1, 1 + (k < 1 ? 30 * class[i] + below(30) : below(90)) > file
    }'
