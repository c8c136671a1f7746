"""Parser of the spoken notation of a hand, as typed or dictated."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon, Spoken, fold, spelling
from companion.game.faults import Fault, FaultCode, ValidationError

LONGEST_TEXT = 500

HIGHEST_TIMES = 99  # more than any hand; the deck's limits are checked later

_X = "x×*✕✖"
_TOKEN = re.compile(
    rf"(?P<times>\d+\s*[{_X}])"
    r"|(?P<word>[^\W\d_]+\d*|\+?\d+['’]?s(?![^\W_]))"
    r"|(?P<plus>\+\s?\d+|(?<![\w+])\d\+(?!\d))"
    rf"|(?P<digits>(?:(?:(?<!\w)|(?<=\d[{_X}]))-)?\d+)"
    r"|(?P<end>[,;&.])"
    r"|(?P<other>[^\s\w'’‐–—-])"
)
_AND = {"and", "et"}  # end an item like a comma
_TIMES = {*_X, "times", "fois"}
_SILENT = str.maketrans("", "", " '’")
_MOST_FAULTS = 8  # more are no help, and searching for close names is slow
_ANY = Deck(())  # its counts are unknown


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    word: str
    typed: str  # original spelling, with accents and capitals
    place: int  # position in the typed text, from 1
    is_card: bool = False  # a number with a colour, so not a count


@dataclass(frozen=True, slots=True)
class _Item:
    cards: tuple[str, ...]
    fault: Fault | None
    length: int  # in tokens


def parse_hand(
    text: str, lexicon: Lexicon, longest: int = LONGEST_TEXT, deck: Deck = _ANY
) -> tuple[str, ...]:
    """Parse a spoken hand such as `two sevens and a plus four` into card ids, in that order.

    Raises `ValidationError` if the text is longer than `longest`, or with a fault for each word
    that is not a card of this box, with its position (from 1) and the closest cards.
    """
    if len(text) > longest:
        values = {"most": longest, "length": len(text)}
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values=values)])
    # Names that sound alike or contain a word such as "and" are only found by exact spelling.
    parts = [spelling(part) for part in text.split(",") if part.strip()]
    if parts and all(part in lexicon.by_spelling for part in parts):
        return tuple(lexicon.by_spelling[part] for part in parts)
    tokens = _without_colours(_tokens(text, lexicon), lexicon)
    ahead = lexicon.longest + 2  # a count, perhaps an x, a name and the next token
    cards: list[str] = []
    faults: list[Fault] = []
    at, begins = 0, True
    while at < len(tokens) and len(faults) < _MOST_FAULTS:
        if tokens[at].kind == "end":
            at, begins = at + 1, True
            continue
        item = _item(tokens[at : at + ahead], lexicon, deck, begins=begins)
        cards += item.cards
        faults += [item.fault] if item.fault else []
        at, begins = at + item.length, False
    if faults:
        raise ValidationError(faults)
    if not cards:
        raise ValidationError([Fault(FaultCode.HAND_BLANK)])
    return tuple(cards)


def format_hand(cards: tuple[str, ...]) -> str:
    """Format a hand as text that `parse_hand` parses to the same cards in the same order."""
    return ", ".join(cards)


def _tokens(text: str, lexicon: Lexicon) -> list[_Token]:
    # Folding may turn one character into several ("œ") or none, so record each position.
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
    """Return a word for lookup: a leading hyphen is only a minus sign if a card has that name.

    "4+" is a "+4".
    """
    if word.endswith("+"):
        return f"+{word[:-1]}"
    return word if (word,) in lexicon.singulars else word.lstrip("-")


def _without_colours(tokens: list[_Token], lexicon: Lexicon) -> list[_Token]:
    """Return the tokens without colours and articles next to a card, as in `the yellow 7`.

    A number with a colour is a card, not a count: `red 7 blue skip` and `7 rouge passer`.
    """
    names = {*lexicon.singulars, *lexicon.plurals, *lexicon.foreign}

    def length_at(at: int) -> int:
        return _length(tokens[at : at + lexicon.longest], names)

    kept: list[_Token] = []
    at = length = 0
    while at < len(tokens):
        before, length = length, length_at(at)
        word = tokens[at].word
        # Retain a colour that is part of a name ("red character") or not next to a card.
        is_colour = not length and word in lexicon.colours
        is_article = not length and word in lexicon.articles
        is_counted = is_colour and [each.kind for each in tokens[at + 1 : at + 2]] == ["times"]
        after = length_at(at + 1 + is_counted) if is_colour or is_article else 0
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


def _item(tokens: list[_Token], lexicon: Lexicon, deck: Deck, *, begins: bool) -> _Item:
    """Parse the first item: a card with an optional count, trying longer names first."""
    first, after = tokens[0], tokens[1:]
    if first.kind == "times":
        number = int(first.word.rstrip(_X))
        asked = _either_way(number, first, after, lexicon, deck)
        return asked or _times(number, tokens, lexicon, 1)
    is_digit = first.kind == "digits" and len(first.word) == 1
    number = lexicon.counts.get(first.word) or (int(first.word) if is_digit else 0)
    number = 0 if first.is_card else number
    if number and after and after[0].word in _TIMES:
        return _times(number, tokens, lexicon, 2)
    name, length = _longest(tokens, lexicon, lexicon.singulars, lexicon.plurals)
    # A name of several words may itself begin with a number word, which is then not a count.
    if number and length <= 1:
        counted = _counted(number, first, after, lexicon, begins=begins)
        if counted:
            return counted
    # A longer name on the other card side was meant, and so was one of another box if its last
    # words are no card: `skip everyone`, but not `wild +2`.
    after_name, _ = _longest(tokens[length:], lexicon, lexicon.singulars, lexicon.plurals)
    others = lexicon.other_side if after_name else lexicon.foreign
    if name and length >= _length(tokens[: lexicon.longest], others):
        times, behind = _count_behind(tokens[length:], lexicon)
        return _Item((name,) * times, None, length + behind)
    # `77` is two sevens; `10` and `79` could also be points, so they are refused.
    if first.kind == "digits" and len(set(first.word)) == 1:
        card = lexicon.singulars.get((first.word[0],))
        if card:
            return _Item((card,) * len(first.word), None, 1)
    return _no_card(tokens, lexicon)


def _either_way(
    number: int, first: _Token, after: list[_Token], lexicon: Lexicon, deck: Deck
) -> _Item | None:
    """Parse `7 x2`, which may be two 7s or seven 2s, or return None.

    `3 x 9` is three 9s, but `9 x 3` may be three 9s if there are fewer than nine 3s.
    """
    if not after or not first.typed[-2:-1].isspace() or after[0].kind != "digits":
        return None
    times, card = int(after[0].word), lexicon.singulars.get((str(number),))
    if not card or not 1 <= times <= HIGHEST_TIMES or number == times:
        return None
    other = lexicon.singulars.get((after[0].word,), "")
    apart = after[0].place - first.place - len(first.typed)
    if apart and (other not in deck.by_id or number <= (deck.by_id[other].count or number)):
        return None
    if number and other:
        word = f"{first.typed}{' ' * bool(apart)}{times}"
        values = {"word": word, "place": first.place, "card": card, "times": times}
        return _Item((), Fault(FaultCode.EITHER_WAY, values=values), 2)
    return _Item((card,) * times, None, 2)


def _count_behind(after: list[_Token], lexicon: Lexicon) -> tuple[int, int]:
    """Return the count behind a card and its length: 2 for `skip x2`, 1 if there is none."""
    if not after or (after[0].word,) in lexicon.singulars:
        return 1, 0
    spelt, length = after[0].word, 1
    if spelt in _TIMES and len(after) > 1:
        spelt, length = f"x{lexicon.counts.get(after[1].word, after[1].word)}", 2
    count = spelt[1:] if spelt[:1] in _TIMES else ""
    return (
        (int(count), length) if count.isdecimal() and 1 <= int(count) <= HIGHEST_TIMES else (1, 0)
    )


def _times(number: int, tokens: list[_Token], lexicon: Lexicon, before: int) -> _Item:
    """Parse `3x9`: before an x, any number is a count, and any card may follow."""
    after = tokens[before:]
    name, length = _longest(after, lexicon, lexicon.singulars, lexicon.plurals)
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
    """Parse a count without x: `two sevens`, or `2 skip` as a whole item; None if not a count."""
    plural, plural_length = _longest(after, lexicon, lexicon.plurals)
    name, length = _longest(after, lexicon, lexicon.singulars)
    if plural and plural_length >= length:
        return _Item((plural,) * number, None, plural_length + 1)
    is_whole_item = begins and (len(after) == length or after[length].kind == "end")
    if not name:
        return None
    # Digits before digits are cards ("2 7", "9 +4"), and "1 skip" is a 1 and a Skip. A number
    # word is a count before a card whose name is not a number ("deux passer un joker").
    if count.kind == "word":
        is_count = is_whole_item or not name.isdigit()
    else:
        is_count = is_whole_item and after[0].kind == "word" and count.word != "1"
    return _Item((name,) * number, None, length + 1) if is_count else None


def _longest(
    tokens: list[_Token], lexicon: Lexicon, *names: Mapping[Spoken, str]
) -> tuple[str | None, int]:
    """Return the card and length in words of the longest name that the tokens begin with."""
    for length in range(min(len(tokens), lexicon.longest), 0, -1):
        spoken = _spoken(tokens[:length])
        card = next((cards[spoken] for cards in names if spoken in cards), None)
        if card:
            return card, length
    return None, 0


def _length(tokens: list[_Token], names: Container[Spoken]) -> int:
    """Return the length in words of the longest of some names that the tokens begin with."""
    return next((n for n in range(len(tokens), 0, -1) if _spoken(tokens[:n]) in names), 0)


def _spoken(tokens: list[_Token]) -> Spoken:
    return tuple(token.word for token in tokens)


def _no_card(tokens: list[_Token], lexicon: Lexicon, before: int = 0) -> _Item:
    """Return an item with the fault for a word that is not a card, with the closest cards."""
    for length in range(min(len(tokens), lexicon.longest), 0, -1):
        spoken = _spoken(tokens[:length])
        if spoken in lexicon.foreign:
            if spoken in lexicon.other_side:
                typed = " ".join(token.typed for token in tokens[:length])
                side = lexicon.other_side[spoken]
                values = {"card": typed, "side": side, "up": lexicon.side}
                return _Item((), Fault(FaultCode.OTHER_SIDE, values=values), length + before)
            code = (
                FaultCode.NEVER_IN_A_HAND
                if spoken in lexicon.never_in_hand
                else FaultCode.NOT_IN_BOX
            )
            return _offer(code, tokens[:length], lexicon.foreign[spoken], before)
    # In "a banana" only "banana" is reported.
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
