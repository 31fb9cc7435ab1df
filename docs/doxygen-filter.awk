# doxygen-filter.awk: a public header as Doxygen shall read it. The headers' comments are plain: one
# that begins a line tells of what follows, up to the next blank line, and one behind a declaration
# tells of that. Here the first kind is written before each declaration of its paragraph, with its
# names as links, its formulas (lines that are indented) as they stand, and nothing in it taken for a
# command. The first comment is the file's. Lines that divide a header into parts make groups.

function escape(text) {
    gsub(/[@\\#<>%&]/, "\\\\&", text)
    gsub(/(gg_[a-z0-9]|GG_[A-Z0-9])[A-Za-z0-9_]*/, "#&", text)
    gsub(/#gg_x_/, "gg_x_", text) # any name
    while (match(text, /#gg_[a-z0-9_]+\(/)) # a call, which Doxygen takes for a signature
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1)
    while (match(text, /`[^`]+`/))
        text = substr(text, 1, RSTART - 1) "<tt>" substr(text, RSTART + 1, RLENGTH - 2) "</tt>" \
            substr(text, RSTART + RLENGTH)
    gsub(/ (al|eq)\. /, "&\\ ", text) # no end of a sentence
    gsub(/\. \\ /, ".\\ ", text)
    return text
}

# Adds a line of a comment, without its frame, to the paragraph's comment.
function add(text,    formula) {
    listing = text ~ /^ +- / || (listing && text ~ /^  /)
    formula = text ~ /^  / && !listing
    if (formula != verbatim)
        paragraph = paragraph (formula ? " @verbatim\n" : " @endverbatim\n")
    verbatim = formula
    paragraph = paragraph (formula ? text : " * " escape(text)) "\n"
}

function finish() {
    if (verbatim)
        paragraph = paragraph " @endverbatim\n"
    paragraph = paragraph " */\n"
    verbatim = listing = commenting = 0
}

/^\/\* ---- / {
    gsub(/^\/\* -+ | -+ \*\/$/, "")
    print (parted ? "/** @} */\n" : "") "/** @name " toupper(substr($0, 1, 1)) substr($0, 2) " */\n/** @{ */"
    parted = 1
    next
}
/^#ifdef __cplusplus/ && parted { print "/** @} */" }

/^\/\*/ {
    paragraph = "/**" (NR == 1 ? " @file" : "") "\n"
    commenting = fresh = 1
    sub(/^\/\*/, " *")
}
commenting {
    last = sub(/ *\*\/ *$/, "")
    sub(/^ \* ?/, "")
    if ($0 != "" || !(last || fresh))
        add($0)
    fresh = 0
    if (last) {
        finish()
        if (paragraph ~ /^\/\*\* @file/) {
            printf "%s", paragraph
            paragraph = ""
        }
    }
    next
}

/^$/ { paragraph = "" }
/^(typedef|struct|GG_API|#define)/ { printf "%s", paragraph }

# Comments among the members of a struct, and behind a declaration. They may go on in the next line.
/^ +\/\*/ { sub(/\/\*/, "/**") }
/[^ ].*\/\*[^*]/ && !/^#/ { sub(/\/\*/, "/**<") }
{
    at = index($0, "/**")
    if (at || behind)
        $0 = substr($0, 1, at ? at + 3 : 0) escape_end(substr($0, at ? at + 4 : 1))
    behind = (at || behind) && !/\*\/ *$/
    print
}

# The same for what a comment has up to its end.
function escape_end(text,    closed) {
    closed = sub(/ *\*\/ *$/, "", text)
    return escape(text) (closed ? " */" : "")
}
