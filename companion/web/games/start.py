"""Views to start a game from the form for a new game, or as a rematch."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.editions import Edition
from companion.editions.fallback import edition_of_box
from companion.game.cards.box import OWN, BoxValues, deck_of, with_known_like
from companion.game.faults import Fault, ValidationError
from companion.game.formats import DEFAULT_FORMAT, FORMATS, GameFormat
from companion.game.formats.base import DEFAULT_TARGET
from companion.game.requests.box import read_box
from companion.game.requests.start import MOST_DECKS, read_start
from companion.game.scoring import SCORINGS, EachScores
from companion.game.tournament import heats
from companion.services import GroupMembership
from companion.services.games import UNGROUPED
from companion.services.groups.group import Group
from companion.web.http.i18n import gettext, language
from companion.web.http.json_body import parsed
from companion.web.ui import device, forms
from companion.web.ui.access import count_new_game, game_service, open_game
from companion.web.ui.boxes import listed, played
from companion.web.ui.messages import fault_sentences
from companion.web.ui.registry import registry

bp = Blueprint("start", __name__)

_MIN_SEATS, _SEATS = 2, 4  # fields for names: at least, and at first
_RECENT_GAMES = 3  # games of this phone to try, as some may be damaged or a tournament
_MAX_SEATS = 10  # fields for names; further names share a text field, one per line
# of a format
_OPTIONS = (
    "target", "round_limit", "dealer", "rounds_per_partnership", "rotations", "seating",
    "by_average", *heats.OPTIONS,
)  # fmt: skip
_ROUNDS = "rounds"  # the field for the target if rounds are counted, not points
_FIELDS = ("edition", "format", "scoring", "decks", "group", "end", "title", *_OPTIONS, _ROUNDS)
_NEW_GROUP = "new"
_NUMBERS = ("target", "round_limit", "decks", "rounds_per_partnership", "rotations", *heats.OPTIONS)
# Rotations of a tournament, and about how many hours they take. A rotation takes half an hour: four
# rounds of seven or eight minutes. Tables play in parallel, so their number does not matter.
_BUDGETS = {2: 1, 4: 2, 6: 3, 8: 4}
_DEFAULT_ROTATIONS = 6
_DEFAULT_LIMIT = 10  # rounds after which a game ends, if that is chosen
# The fields of each end that can be chosen.
_ENDS = {"target": ["target"], "rounds": ["round_limit"], "both": ["target", "round_limit"]}
_LEFT_OUT = "left-out-"  # a field's name before the id of the card


@dataclass(frozen=True, slots=True)
class StartPage:
    """The form for a new game, with its choices, typed values and faults.

    `boxes` are by heading. `own` is the table's own box, if the form carries one. `box` is the one
    whose cards are shown. `format` is the selected one. The box suggests the first of `scorings`.
    `faults` are sentences by path. `focus` is the name field to focus. `groups` are known to this
    phone, and `guess` is the one with exactly these players.
    """

    boxes: Mapping[str, Sequence[Edition]]
    own: BoxValues | None
    box: Edition
    typed: Mapping[str, Any]
    faults: Mapping[str, str]
    formats: Collection[GameFormat]
    format: GameFormat
    scorings: Sequence[str]
    seats: int
    focus: int | None
    groups: Sequence[Group]
    guess: Group | None
    most_seats: int = _MAX_SEATS
    max_decks: int = MOST_DECKS
    budgets: Mapping[int, int] = field(default_factory=lambda: _BUDGETS)
    default_rotations: int = _DEFAULT_ROTATIONS
    default_limit: int = _DEFAULT_LIMIT

    def is_of_rounds(self, scoring: str) -> bool:
        return not SCORINGS[scoring].has_hands

    @property
    def default_rounds_won(self) -> int | None:
        return next((s.default_target for s in SCORINGS.values() if not s.has_hands), None)

    def target_of(self, game_format: GameFormat) -> int:
        has_points = SCORINGS[self.box.scorings[0]].has_hands
        printed = self.box.target if has_points else None
        return game_format.default_target or printed or DEFAULT_TARGET

    @property
    def default_target(self) -> int | None:
        """The target of all formats, or None if they differ and each is shown with its own."""
        targets = {self.target_of(each) for each in self.formats if each.has_target}
        return targets.pop() if len(targets) == 1 else None

    @property
    def default_rounds(self) -> int:
        """Rounds per partnership by default, in the first format that counts them."""
        return next((each.default_rounds for each in self.formats if each.default_rounds), 0)


@bp.get("/games/new")
def new() -> str:
    """Show the form for a new game, in which every default is playable.

    `?box` is the access key of a game whose own box is reused.
    """
    key = request.args.get("box")
    return page_with_box(open_game(key).game.start.box if key else None)


def page_with_box(own: BoxValues | None) -> str:
    """Return the form for a new game with the box `own`, or the request's or last game's box."""
    group = next((g for g in device.groups() if g.key == request.args.get("group")), None)
    games = (found.game for found in device.games(most=_RECENT_GAMES))
    at_one_table = (game for game in games if not game.game_format.has_several_tables)
    last = group.last_game if group else next(at_one_table, None)
    asked, is_open = request.args.getlist("player")[:_MAX_SEATS], "open_seats" in request.args
    edition = request.args.get("edition") or (last.start.edition if last else "")
    box = own or (last and last.start.box)
    typed = {
        "edition": OWN if own else edition,
        "box": box and with_known_like(box, registry().playable),
        "format": request.args.get("format", ""),
        "players": asked or (list(last.names) if last and not is_open else []),
        "open_seats": is_open,
        "title": last.start.title if last else "",
        "group": group.key if group else "",
        "left_out": _left_out(request.args),
    }
    return _start_page(typed)


@bp.post("/games")
def create() -> Response:
    form = request.form
    typed = typed_values(form)
    is_preset_again = _unpreset(typed, form.get("preset", ""))
    if is_preset_again:
        flash(gettext("How you score and when it ends now fit the box. Check that, then start."))
    if "seats" in form or is_preset_again:  # buttons add or remove a seat
        return make_response(_start_page(typed, seats=forms.number(form.get("seats", ""))))
    try:
        start = read_start(start_values(typed), registry().playable)
    except ValidationError as refused:
        return make_response(_start_page(typed, refused.faults), 422)
    count_new_game()  # only now, as a refused form starts no game
    is_drawn = typed["seating"] == "drawn"
    group = _group_for(str(typed["group"]), start.names)
    membership = GroupMembership(group.id) if group else UNGROUPED
    new = device.start_game(start, membership, is_drawn=is_drawn)
    device.remember_group(new.group_key)
    _warn_if_too_many(registry().playable.get(start.edition), len(start.names))
    return redirect(url_for("table.show", key=new.score_key), 303)


def _unpreset(typed: dict[str, Any], preset: str) -> bool:
    """Blank scoring and end if they were suggested for another box, and return whether they were.

    `preset` is the scoring that the form suggested. A script makes it follow the chosen box.
    """
    box = _box_of(typed)
    suggested = box.scorings[0] if box else preset
    if not preset or (preset == EachScores.name) is (suggested == EachScores.name):
        return False
    untouched = ["scoring"] if typed["scoring"] == preset else []
    if typed["end"] == _end_for(preset) and typed["target"] in {"", str(DEFAULT_TARGET)}:
        untouched.append("end")
    typed |= dict.fromkeys(untouched, "")
    return bool(untouched)


def _end_for(scoring: str) -> str:
    """Return the end suggested with a scoring: where all players score, it is open."""
    return "open" if scoring == EachScores.name else "target"


def _warn_if_too_many(box: Edition | None, players: int) -> None:
    if box and box.players and players > box.players[1]:
        least, most = box.players
        values = {"box": box.name.localized(language()), "least": least, "most": most}
        words = gettext("%(box)s is made for %(least)s to %(most)s players: cards may run short.")
        flash(words % values, "fault")


def _group_for(choice: str, names: Sequence[str]) -> Group | None:
    """Return the group of a new game among those known to this phone, or None for a new one.

    `choice` is a group's access key or `_NEW_GROUP`. By default it is the group with exactly these
    players.
    """
    if choice == _NEW_GROUP:
        return None
    groups = list(device.groups())
    chosen = next((group for group in groups if group.key == choice), None)
    same = (group for group in groups if group.has_recent_game_of(names))
    return chosen or next(same, None)


def _own_box(form: Mapping[str, str]) -> BoxValues | None:
    """Return the table's own box from the form, validated because a client may have changed it."""
    sent = form.get("box", "")
    return read_box(parsed(sent.encode()), tuple(registry().playable)) if sent else None


def _left_out(fields: Mapping[str, str]) -> dict[str, str]:
    return {
        field.removeprefix(_LEFT_OUT): number.strip()
        for field, number in fields.items()
        if field.startswith(_LEFT_OUT)
    }


def typed_values(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the values typed into the form, all pasted names among the players."""
    more_players = forms.pasted_names(form.get("more_players", ""))
    typed = {
        **{name: form.get(name, "").strip() for name in _FIELDS},
        "players": [name.strip() for name in (*form.getlist("players"), *more_players)],
        "open_seats": "open_seats" in form,
        "left_out": _left_out(form),
        "box": _own_box(form),
    }
    own = device.own_boxes().get(str(typed["edition"]))  # of an earlier game
    return typed | {"edition": OWN, "box": own} if own else typed


def start_values(typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form's values as a request to start a game.

    Blank fields are left to their defaults. Blank names are ignored, but if all are blank, players
    are named after their seats. The page shows the fields of every format. Those that the chosen
    format does not use are dropped.
    """
    players = [] if typed["open_seats"] else typed["players"]
    if not any(players) and not typed["open_seats"]:
        words = gettext("Player %(seat)s")
        players = [words % {"seat": seat} for seat in range(1, len(players) + 1)]
    values: dict[str, Any] = {name: typed[name] or None for name in _FIELDS if name != "group"}
    values["open_seats"] = typed["open_seats"]
    if values["edition"] == OWN:
        values |= {"edition": None, "box": typed["box"]}
    game_format = FORMATS.get(typed["format"], FORMATS[DEFAULT_FORMAT])
    values |= dict.fromkeys(name for name in _OPTIONS if name not in game_format.options)
    _fit(values, game_format, _box_of(typed))
    values["by_average"] = bool(values["by_average"]) or None
    for name in _NUMBERS:
        if values[name]:
            values[name] = forms.number(values[name])
    if typed["open_seats"]:
        values["dealer"] = None  # no player has joined yet
    if values["dealer"]:  # the number of a name field, blank ones included
        number = forms.number(values["dealer"])
        before = number - 1 if isinstance(number, int) and number > 0 else 0
        # If that field is blank, the next player deals.
        values["dealer"] = next(filter(None, [*players[before:], *players[:before]]), None)
    names = [name for name in players if name]
    if isinstance(values["rotations"], int) and (most := len(game_format.plan(len(names)))):
        # With more time than the plan has rotations, all of it is played.
        values["rotations"] = min(values["rotations"], most)
    return values | {
        "players": names,
        "left_out": {card: forms.number(n) for card, n in typed["left_out"].items() if n},
    }


def _fit(values: dict[str, Any], game_format: GameFormat, box: Edition | None) -> None:
    """Drop what was filled in for another format, box or end, and merge the fields of ends."""
    has_cards = bool(box and box.deck.by_id)
    scoring, rounds = SCORINGS.get(values["scoring"] or ""), values.pop(_ROUNDS)
    if has_cards:
        values["title"] = None
    if scoring and (
        scoring.name not in game_format.scorings or (scoring.counts_winner and has_cards)
    ):
        values["scoring"] = None
    elif scoring and not scoring.has_hands:
        values["target"] = rounds
    end = values.pop("end") if "open_end" in game_format.options else None
    values |= dict.fromkeys({"target", "round_limit"}.difference(_ENDS.get(end or "target", ())))
    values["open_end"] = end == "open" or None


def _box_of(typed: Mapping[str, Any]) -> Edition | None:
    """Return the chosen box, or None if it is unknown, so that the game refuses it."""
    playable, own = registry().playable, typed["box"]
    if typed["edition"] == OWN and own:
        return edition_of_box(own, deck_of(own), playable)
    return playable.get(typed["edition"])


def _start_page(
    typed: Mapping[str, Any], faults: Collection[Fault] = (), seats: object = None
) -> str:
    editions = registry().editions
    playable = registry().playable
    own: BoxValues | None = typed["box"]
    own_editions = {OWN: edition_of_box(own, deck_of(own), playable)} if own else {}
    edition = str(typed["edition"])
    box = _box_of(typed) or next(iter(editions.values()))
    known = played()
    # The form's own box in place of the same one of an earlier game.
    of_form = {
        key: each for each in own_editions.values() for key in known if known[key].name == each.name
    }
    chosen = {} if edition in own_editions else {box.edition: box}
    scoring = typed.get("scoring") or box.scorings[0]  # suggested, as is the end
    end = typed.get("end") or _end_for(box.scorings[0])
    asked = seats if isinstance(seats, int) else len(typed["players"]) or _SEATS
    # A fault's path counts only the players, but the form also shows blank fields for names.
    filled = [number for number, name in enumerate(typed["players"]) if name]
    paths = {f"/players/{player}": f"/players/{number}" for player, number in enumerate(filled)}
    of_fields = [replace(fault, path=paths.get(fault.path, fault.path)) for fault in faults]
    page = StartPage(
        # Other boxes without rulings are chosen on a page of their own.
        boxes=listed({**known, **(of_form or own_editions), **editions, **chosen}),
        own=own,
        box=box,
        typed={**typed, "scoring": scoring, "end": end},
        faults=fault_sentences(of_fields, box),
        formats=FORMATS.values(),
        format=FORMATS.get(typed.get("format", ""), FORMATS[DEFAULT_FORMAT]),
        scorings=[*dict.fromkeys([*box.scorings, *SCORINGS])],  # the box's own scorings first
        seats=min(max(_MIN_SEATS, asked), _MAX_SEATS),
        focus=len(filled) if seats else None,
        groups=list(device.groups()),
        guess=_group_for("", [name for name in typed["players"] if name]),
    )
    return render_template("games/new.html", page=page)


@bp.post("/games/<key>/rematch")
def rematch(key: str) -> Response:
    access = open_game(key)
    new_key = game_service().rematch_key(access)
    if new_key is None:
        # On the same evening the phone gets the group's link. An old link must not lead to years
        # of games.
        group = registry().groups.of_game(access.game_id)
        is_tonight = group is None or group.is_tonight(access.game_id)
        is_shown = is_tonight or device.group_of(access.game_id)
        new_key = game_service().rematch(access, device.nickname())
        # Not the old game's group: if that is damaged, the new game starts its own.
        new = game_service().access_key(new_key) if is_shown else None
        if new and (group := registry().groups.of_game(new.game)):
            device.remember_group(group.key)
        registry().polls.clear()  # so that open pages of the old game link to the new one at once
    else:
        flash(gettext("This game already has a rematch: here it is."))
    return redirect(url_for("table.show", key=new_key), 303)
