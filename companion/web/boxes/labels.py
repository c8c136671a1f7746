"""Labels for the lid of a box, as SVG in millimetres without external fonts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_Q

from companion.config import TEMPLATES
from companion.editions import Edition
from companion.web.http.i18n import N_, translated
from companion.web.ui.pictures.qr import QUIET_ZONE, qr_code
from companion.web.ui.pictures.svg import light_colours, symbol

OPENS = N_("Scan to see what each card does")
OPENS_VALUES = N_("Scan to see what each card is worth")
OPENS_GAME = N_("Scan to keep score with this box")
UNOFFICIAL = N_("Unofficial")

# A separate environment, because labels are also drawn without a server.
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
# In millimetres: unused margin (for printers and scissors), stripe height, gap below it.
_EDGE = 4.0
_STRIPES = 2.0
_GAP = 1.0
_LINE_HEIGHT = 1.25  # times the letter height
# Average letter widths, slightly enlarged, times the letter height.
_WIDTHS = {"plain": 0.53, "italic": 0.53, "bold": 0.66, "monospace": 0.62}
_SIGN = 2.9  # times the letter height; slightly less than two lines of a name
_NAMES = (1.35, 1.2, 1.0, 0.9)  # times the letter height; the largest that fits is used
_NAME_LINES = 2
# Colours of pages without a theme, by variable.
_USUAL = {"c1": "red", "c2": "yellow", "c3": "green", "c4": "blue"}


@dataclass(frozen=True, slots=True)
class Size:
    """Label size in millimetres; `code` excludes the quiet zone."""

    name: str
    width: float
    height: float
    code: float
    letter: float


# Phones can scan 30 mm across a table; larger labels are for the side of a big box.
SIZES = {
    size.name: size
    for size in (
        Size("small", 86, 42, 30, 3.2),
        Size("medium", 94, 52, 38, 3.6),
        Size("large", 130, 68, 52, 4.6),
    )
}


@dataclass(frozen=True, slots=True)
class Line:
    """Text line of a label, with letter height and baseline in millimetres."""

    text: str
    style: str
    height: float
    y: float = 0


def _colours(edition: Edition) -> list[str]:
    """Return the CSS colours of a box as pages show them, side by side and in their order."""
    found: list[str] = []
    for up in edition.by_side:
        css = {**light_colours(), **(light_colours(f".{up.theme}") if up.theme else {})}
        known = {colour: css[place] for place, colour in _USUAL.items()}
        names = {each.colour: each.css for each in up.colours}
        if up.theme:  # four colours of its own
            found += known.values()
        else:
            found += [known[name] for name in known if name in names]
            found += [each for name, each in names.items() if name not in known]
    return found


def label_svg(edition: Edition, address: str, language: str, size: Size) -> Markup:
    """Return the label of a box as SVG: QR code, name, purpose and address."""
    # Level Q keeps the code readable with a quarter of it damaged.
    code = qr_code(address, ERROR_CORRECT_Q)
    matrix = code.get_matrix()
    module = size.code / (len(matrix) - 2 * QUIET_ZONE)
    margin = (size.height - module * len(matrix)) / 2
    left = module * len(matrix) + margin + 1
    name = edition.name.localized(language)
    # Omit http://, which browsers add, and wrap server and path separately.
    server, _, path = address.removeprefix("http://").partition("/box/")
    width, letter = size.width - left - _EDGE, size.letter
    colours = _colours(edition)
    paints = {"paper": "#fff", **{f"c{place}": c for place, c in enumerate(colours, start=1)}}
    sign = edition.cards[edition.lid].sign if edition.lid else None
    sign = None if sign == "special" else sign
    narrow = width - letter * (_SIGN + 0.3) if sign else width  # beside the sign
    names = [_wrapped(name, "bold", letter * each, narrow) for each in _NAMES]
    title = next((each for each in names if len(each) <= _NAME_LINES), names[-1])
    opens = OPENS if edition.rulings_from else OPENS_VALUES if edition.cards else OPENS_GAME
    is_below = sum(line.height for line in title) * _LINE_HEIGHT >= letter * _SIGN
    top = _EDGE + _STRIPES + _GAP
    lines = [
        *title,
        *_wrapped(translated(language, opens), "plain", letter, width if is_below else narrow),
        *_wrapped(server, "monospace", letter * 0.85, width),
        *_wrapped(f"/box/{path}", "monospace", letter * 0.85, width),
        *_wrapped(translated(language, UNOFFICIAL), "italic", letter * 0.85, width),
    ]
    svg = _ENVIRONMENT.get_template("boxes/label.svg").render(
        box=edition.edition,
        title=f"{name}: {address}",
        language=language,
        size=size,
        matrix=matrix,
        module=module,
        margin=margin,
        left=left,
        stripes=colours,
        edge=_EDGE,
        stripe_height=_STRIPES,
        stripe=width / len(colours) if colours else 0,
        sign=sign and symbol(f"sign-{sign}", paints),
        top=top,
        side=letter * _SIGN,
        lines=list(_placed(lines, top, size.height - _EDGE)),
    )
    return Markup(svg)  # noqa: S704 - a template's own output


def _wrapped(text: str, style: str, height: float, width: float) -> list[Line]:
    """Return a text wrapped into lines, breaking long words such as addresses."""
    longest = max(4, int(width / height / _WIDTHS[style]))
    return [Line(line, style, height) for line in wrap(text, longest, break_on_hyphens=False)]


def _placed(lines: Iterable[Line], top: float, bottom: float) -> Iterator[Line]:
    """Yield lines centred between `top` and `bottom`, scaled down if needed."""
    lines = list(lines)
    total = sum(line.height for line in lines) * _LINE_HEIGHT
    factor = min(1, (bottom - top) / total)
    y = (top + bottom - total * factor) / 2
    for line in lines:
        letters = line.height * factor
        y += letters * _LINE_HEIGHT
        yield Line(line.text, line.style, letters, y - letters * 0.3)
