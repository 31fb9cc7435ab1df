#!/bin/sh
# make-ops.sh SOURCE: writes docs/ops.md to the standard output, from the list of operations that the
# build uses (GG_OPS in autograd/CMakeLists.txt), the functions that each operation's file defines, and
# their declarations and comments in autograd/autograd.h. An operation without either is an error.
set -eu
cd "$1"

cat <<'END'
# Operations

<!-- Made by docs/make-ops.sh from autograd/CMakeLists.txt and autograd/autograd.h: change those, then
     sh docs/make-ops.sh . > docs/ops.md -->

All take tensors of the tape's type, and gradients flow to every input of that type unless said
otherwise. "Broadcast" means NumPy's rule. Each is a file of its own; [add-an-op.md](add-an-op.md)
tells how to write one more.

| Operation | Signature | Result |
| --- | --- | --- |
END

awk '
    # The list of operations, and whose file defines which function.
    FILENAME ~ /CMakeLists/ {
        if (/set\(GG_OPS$/)
            listing = 1
        else if (listing) {
            op = $1
            sub(/\)/, "", op)
            ops[++count] = op
            file = "autograd/op_" op ".c"
            while ((getline line < file) > 0)
                if (line ~ /^(gg_tensor|const gg_csr) \*gg_/ && match(line, /gg_[a-z0-9_]+\(/)) {
                    name = substr(line, RSTART, RLENGTH - 1)
                    op_of[name] = op
                    missing[name] = 1
                }
            close(file)
            listing = !/\)/
        }
        next
    }

    # Comments begin a line, and count up to the next blank line. One behind a declaration is its own.
    /^\/\*/ { comment = ""; commenting = 1 }
    commenting {
        text = $0
        commenting = !/\*\/$/
        sub(/ *\*\/$/, "", text)
        sub(/^ ?\/?\*+ */, "", text)
        comment = comment (comment == "" || text == "" ? "" : " ") text
        next
    }
    /^$/ { comment = "" }
    /^GG_API (gg_tensor|const gg_csr) \*/ { declaration = "" ; declaring = 1 }
    declaring {
        own = ""
        text = $0
        if (match(text, / *\/\*.*\*\/$/)) {
            own = substr(text, RSTART, RLENGTH)
            text = substr(text, 1, RSTART - 1)
            gsub(/^ *\/\* *| *\*\/$/, "", own)
        }
        sub(/^ +/, " ", text)
        declaration = declaration text
        if (text ~ /;$/) {
            declaring = 0
            sub(/^GG_API /, "", declaration)
            match(declaration, /gg_[a-z0-9_]+\(/)
            name = substr(declaration, RSTART, RLENGTH - 1)
            if (name in op_of) {
                op = op_of[name]
                result = own == "" ? comment : own
                gsub(/[|*]/, "\\\\&", result)
                gsub(/</, "\\&lt;", result)
                row[op] = row[op] sprintf("| [%s](../autograd/op_%s.c) | `%s` | %s |\n", op, op,
                    declaration, result)
                if (result != "")
                    delete missing[name]
            }
        }
    }

    END {
        for (k = 1; k <= count; k++) {
            printf "%s", row[ops[k]]
            if (row[ops[k]] == "") {
                printf "autograd/op_%s.c: no function of autograd.h\n", ops[k] > "/dev/stderr"
                status = 1
            }
        }
        for (name in missing) {
            printf "autograd/autograd.h: no comment on %s\n", name > "/dev/stderr"
            status = 1
        }
        exit status
    }
' autograd/CMakeLists.txt autograd/autograd.h
