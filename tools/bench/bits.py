"""Queries of numbers for solvers that have no `fp.to_ieee_bv`: the bits of a number are an unknown whose number is the one that is meant."""
import re

HEAD = "(let ((fp!r "
TAIL = re.compile(r"\)\) \(ite \(fp\.isNaN fp!r\) (#[xb][0-9a-f]+) \(fp\.to_ieee_bv fp!r\)\)\)")
FORMATS = {16: (5, 11), 32: (8, 24), 64: (11, 53), 79: (15, 64), 128: (15, 113)}


def end_of(text, at):
    """The place behind the term that begins at `at`."""
    if text[at] != "(":
        return at + re.match(r"[^ ()]+", text[at:]).end()
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    return len(text)


def without_bits(text):
    """The query in other words; None where the bits depend on what a `let` binds."""
    lines, count = [], 0
    for line in text.splitlines():
        # What stands innermost comes last.
        while (at := line.rfind(HEAD)) >= 0:
            start = at + len(HEAD)
            end = end_of(line, start)
            found = TAIL.match(line, end)
            number = line[start:end]
            if found is None or any(f"({name} " not in number for name in re.findall(r"fp![a-z]", number)):
                return None
            nan = found.group(1)
            width = (4 if nan[1] == "x" else 1) * (len(nan) - 2)
            bits, name = f"bits!{count}", f"number!{count}"
            exponent, significand = FORMATS[width]
            count += 1
            lines += [
                f"(declare-const {bits} (_ BitVec {width}))",
                f"(define-fun {name} () (_ FloatingPoint {exponent} {significand}) {number})",
                f"(assert (= ((_ to_fp {exponent} {significand}) {bits}) {name}))",
                f"(assert (=> (fp.isNaN {name}) (= {bits} {nan})))",
            ]
            line = line[:at] + bits + line[found.end():]
        lines.append(line)
    return "\n".join(lines) + "\n"
