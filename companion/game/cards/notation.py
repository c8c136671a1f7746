"""The spoken notation of a hand: what people say or dictate -> cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from companion.game.cards.lexicon import Lexicon, Spoken, fold, spelling
from companion.game.faults import Fault, FaultCode, ValidationError

LONGEST_TEXT = 500

HIGHEST_TIMES = 99  # more than any hand; what the deck can hold is judged later

_TOKEN = re.compile(
    r"(?P<times>\d+\s*[x×])"
    r"|(?P<word>[^\W\d_]+\d*|\+?\d+['’]?s(?![^\W_]))"
    r"|(?P<plus>\+\s?\d+)"
    r"|(?P<digits>(?:(?:(?<!\w)|(?<=\d[x×]))-)?\d+)"
    r"|(?P<end>[,;&.])"
    r"|(?P<other>[^\s\w'’‐–—-])"
)
_AND = {"and", "et"}  # they end an item as a comma does
_TIMES = {"x", "times", "fois"}
_SILENT = str.maketrans("", "", " '’")
_MOST_FAULTS = 8  # nobody mends more at once, and looking for what comes close takes time


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    word: str
    typed: str  # the same as somebody wrote it, with its accents and capitals
    place: int  # in characters of what was typed, from 1
    is_card: bool = False  # though it may be a number: it has a colour


@dataclass(frozen=True, slots=True)
class _Item:
    cards: tuple[str, ...]
    fault: Fault | None
    length: int  # in tokens


def parse_hand(text: str, lexicon: Lexicon, longest: int = LONGEST_TEXT) -> tuple[str, ...]:
    """Return a hand as people say it: card ids of `two sevens and a plus four`, in that order.

    Raises `ValidationError` with a fault for every word that is no card of this box: its place (in
    characters, from 1) and the closest cards; or where the text has more than `longest` characters.
    """
    if len(text) > longest:
        values = {"most": longest, "length": len(text)}
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values=values)])
    # Names that sound alike, or hold a word such as "and", are read as they are written.
    parts = [spelling(part) for part in text.split(",") if part.strip()]
    if parts and all(part in lexicon.written_so for part in parts):
        return tuple(lexicon.written_so[part] for part in parts)
    tokens = _without_colours(_tokens(text, lexicon), lexicon)
    ahead = lexicon.longest + 2  # a count, a name and what comes next; or an x between them
    cards: list[str] = []
    faults: list[Fault] = []
    at, begins = 0, True
    while at < len(tokens) and len(faults) < _MOST_FAULTS:
        if tokens[at].kind == "end":
            at, begins = at + 1, True
            continue
        item = _item(tokens[at : at + ahead], lexicon, begins=begins)
        cards += item.cards
        faults += [item.fault] if item.fault else []
        at, begins = at + item.length, False
    if faults:
        raise ValidationError(faults)
    if not cards:
        raise ValidationError([Fault(FaultCode.HAND_BLANK)])
    return tuple(cards)


def format_hand(cards: tuple[str, ...]) -> str:
    """Return a hand in words from which `parse_hand` gives the same cards in the same order."""
    return ", ".join(cards)


def _tokens(text: str, lexicon: Lexicon) -> list[_Token]:
    # Folding may make one character into several ("œ") or none, so each keeps its place.
    folded, places = "", []
    for place, ch in enumerate(text, start=1):
        part = fold(ch)
        folded += part
        places += [place] * len(part)
    return [
        _Token(
            "end" if m[0] in _AND else str(m.lastgroup),
            _word(m[0].translate(_SILENT), lexicon),
            text[places[m.start()] - 1 : places[m.end() - 1]],
            places[m.start()],
        )
        for m in _TOKEN.finditer(folded)
    ]


def _word(word: str, lexicon: Lexicon) -> str:
    """Return a word as it is looked up: a hyphen is the sign of a number where a card has it."""
    return word if (word,) in lexicon.one else word.lstrip("-")


def _without_colours(tokens: list[_Token], lexicon: Lexicon) -> list[_Token]:
    """Return the tokens without colours and articles that stand beside a card: `the yellow 7`.

    A number that has a colour is a card: `red 7 blue skip` is no seven Skips, `7 rouge passer` too.
    """
    names = {*lexicon.one, *lexicon.many, *lexicon.elsewhere}

    def length_at(at: int) -> int:
        lengths = range(min(len(tokens) - at, lexicon.longest), 0, -1)
        return next((n for n in lengths if _spoken(tokens[at : at + n]) in names), 0)

    kept: list[_Token] = []
    at = length = 0
    while at < len(tokens):
        before, length = length, length_at(at)
        word = tokens[at].word
        # One that is part of a name stays ("red character"), and so does one said by itself.
        is_colour = not length and word in lexicon.colours
        is_article = not length and word in lexicon.articles
        after = length_at(at + 1) if is_colour or is_article else 0
        if is_article and at + 1 < len(tokens):
            after = after or tokens[at + 1].word in lexicon.colours
        if is_colour and (before or after):
            if before and word in lexicon.colours_behind:
                kept[-1] = replace(kept[-1], is_card=True)
            elif after:
                tokens[at + 1] = replace(tokens[at + 1], is_card=True)
        elif not (is_article and after):
            kept += tokens[at : at + max(length, 1)]
        at += max(length, 1)
    return kept


def _item(tokens: list[_Token], lexicon: Lexicon, *, begins: bool) -> _Item:
    """Return one card with its count, else why it is none; the longest name is tried first."""
    first, after = tokens[0], tokens[1:]
    if first.kind == "times":
        return _times(int(first.word.rstrip("x×")), tokens, lexicon, 1)
    is_digit = first.kind == "digits" and len(first.word) == 1
    number = lexicon.counts.get(first.word) or (int(first.word) if is_digit else 0)
    number = 0 if first.is_card else number
    if number and after and after[0].word in _TIMES:
        return _times(number, tokens, lexicon, 2)
    name, length = _longest(tokens, lexicon, lexicon.one, lexicon.many)
    # A longer name begins with a number itself: "draw two" is no count, "two sevens" has one.
    if number and length <= 1:
        counted = _counted(number, first, after, lexicon, begins=begins)
        if counted:
            return counted
    # A longer name of the other side is what was meant, though this side has its first word.
    _, turned = _longest(tokens, lexicon, dict.fromkeys(lexicon.turned, "turned"))
    if name and length >= turned:
        return _Item((name,), None, length)
    # `77` is two sevens; `10` and `79` could as well be points, and are refused.
    if first.kind == "digits" and len(set(first.word)) == 1:
        card = lexicon.one.get((first.word[0],))
        if card:
            return _Item((card,) * len(first.word), None, 1)
    return _no_card(tokens, lexicon)


def _times(number: int, tokens: list[_Token], lexicon: Lexicon, before: int) -> _Item:
    """Return the cards of `3x9`: with an x any number before any card is a count."""
    after = tokens[before:]
    name, length = _longest(after, lexicon, lexicon.one, lexicon.many)
    if not after or after[0].kind == "end":
        return _refused(FaultCode.COUNT_ALONE, tokens[0], before)
    if not name:
        return _no_card(after, lexicon, before)
    if not 1 <= number <= HIGHEST_TIMES:
        return _refused(FaultCode.COUNT_OUT_OF_RANGE, tokens[0], length + before)
    return _Item((name,) * number, None, length + before)


def _counted(
    number: int, count: _Token, after: list[_Token], lexicon: Lexicon, *, begins: bool
) -> _Item | None:
    """Return the cards of `two sevens`, and of `2 skip` between commas, not in `7 skip wild`."""
    plural, plural_length = _longest(after, lexicon, lexicon.many)
    name, length = _longest(after, lexicon, lexicon.one)
    if plural and plural_length >= length:
        return _Item((plural,) * number, None, plural_length + 1)
    is_whole_item = begins and (len(after) == length or after[length].kind == "end")
    if not name:
        return None
    # Digits before digits are cards ("2 7", "9 +4", and "1 skip" is a 1 and a Skip); a number said
    # in words counts what is no number itself ("deux passer un joker").
    if count.kind == "word":
        is_count = is_whole_item or not name.isdigit()
    else:
        is_count = is_whole_item and after[0].kind == "word" and count.word != "1"
    return _Item((name,) * number, None, length + 1) if is_count else None


def _longest(
    tokens: list[_Token], lexicon: Lexicon, *names: Mapping[Spoken, str]
) -> tuple[str | None, int]:
    """Return the longest of these names the tokens begin with: its card, its length in words."""
    for length in range(min(len(tokens), lexicon.longest), 0, -1):
        spoken = _spoken(tokens[:length])
        card = next((cards[spoken] for cards in names if spoken in cards), None)
        if card:
            return card, length
    return None, 0


def _spoken(tokens: list[_Token]) -> Spoken:
    return tuple(token.word for token in tokens)


def _no_card(tokens: list[_Token], lexicon: Lexicon, before: int = 0) -> _Item:
    """Return the fault of what is no card of this box: its name, its place, what comes closest."""
    for length in range(min(len(tokens), lexicon.longest), 0, -1):
        spoken = _spoken(tokens[:length])
        if spoken in lexicon.elsewhere:
            if spoken in lexicon.turned:
                values = {"card": " ".join(token.typed for token in tokens[:length])}
                return _Item((), Fault(FaultCode.OTHER_SIDE, values=values), length + before)
            code = FaultCode.NEVER_IN_A_HAND if spoken in lexicon.aside else FaultCode.NOT_IN_BOX
            return _offer(code, tokens[:length], lexicon.elsewhere[spoken], before)
    # Of "a banana" only the banana is refused.
    is_article = tokens[0].word in lexicon.articles or lexicon.counts.get(tokens[0].word) == 1
    if is_article and len(tokens) > 1 and tokens[1].kind == "word":
        return _no_card(tokens[1:], lexicon, before + 1)
    if tokens[0].kind == "digits":
        return _refused(FaultCode.NUMBER_NO_CARD, tokens[0], before + 1)
    close = get_close_matches(tokens[0].word, lexicon.written, n=1, cutoff=0.6)
    cards = tuple(lexicon.written[name] for name in close)
    return _offer(FaultCode.UNKNOWN_WORD, tokens[:1], cards, before)


def _offer(code: FaultCode, spoken: list[_Token], cards: tuple[str, ...], before: int) -> _Item:
    word = " ".join(token.typed for token in spoken)
    values = {"word": word, "place": spoken[0].place, "cards": cards}
    return _Item((), Fault(code, values=values), len(spoken) + before)


def _refused(code: FaultCode, token: _Token, length: int) -> _Item:
    return _Item((), Fault(code, values={"word": token.typed, "place": token.place}), length)
