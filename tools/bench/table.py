"""One plain-text table: the first column to the left, the others to the right."""


def show(title, header, rows):
    """Prints `rows` under `header`, columns as wide as they need to be."""
    cells = [header] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(header))]
    print(f"\n{title}\n")
    for number, row in enumerate(cells):
        columns = [cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join(columns).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def seconds(value):
    """A time with as many digits as mean something."""
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def ratio(value):
    """How many times."""
    return f"{value:.1f}x" if value < 100 else f"{value:.0f}x"
