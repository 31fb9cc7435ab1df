"""C arrays for the golden headers."""


def array(kind, name, values):
    text = ", ".join(repr(float(v)) if kind == "double" else str(int(v)) for v in values) or "0"
    lines, line = [], "   "
    for word in text.split(" "):
        if len(line) + len(word) > 95:
            lines.append(line)
            line = "   "
        line += " " + word
    lines.append(line)
    return "static const %s %s[] = {\n%s};\n" % (kind, name, "\n".join(lines))
