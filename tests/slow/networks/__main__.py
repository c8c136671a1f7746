"""`python -m tests.slow.networks`: what is printed in each network, and whether it opened."""

from tests.slow.networks.layouts import LAYOUTS, visit
from tests.slow.networks.machines import why_not

if reason := why_not():
    raise SystemExit(reason)
for layout in LAYOUTS:
    seen = visit(layout)
    lines = seen.printed.splitlines()
    code = [line for line in lines if line and set(line) <= set(" ▀▄█")]
    text = "\n".join(line for line in lines if line not in code)
    print(f"## {layout.name}\n\n```\n{text}\n```\n")  # noqa: T201 - a report by hand
    print(f"A code of {len(code)} lines." if code else "No code.")  # noqa: T201
    for url, is_open in seen.opened.items():
        way = f"from the {layout.opened_by[url]}"
        print(f"{url} {way}: {'the page opened' if is_open else 'NOTHING OPENED'}.")  # noqa: T201
    print()  # noqa: T201
