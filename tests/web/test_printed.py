"""Addresses that were printed on stickers or linked elsewhere still work."""

from pathlib import Path

from tests.web.hall import EIGHT
from tests.web.routes import ARGUMENTS
from tests.web.script import Script

LINES = Path(__file__).with_name("printed.txt").read_text(encoding="utf-8").splitlines()
PRINTED = [line.split() for line in LINES if line and not line.startswith("#")]


def keys(script: Script) -> dict[str, str]:
    """Finish a game, begin a tournament with open seats, and return their access keys by kind."""
    hall = Script(script.app, "203.0.113.9").start(*EIGHT, format="tournament", open_seats=True)
    join = hall.last.json["join_key"]
    tables = hall.change(open_seats=False).json["tables"]
    script.start(target=2).round("Ana", Bo=1, Cy=1)
    keys = {"score": script.score_key, "watch": script.watch_key, "group": script.group_key}
    return {**keys, "tournament": hall.score_key, "join": join, "table": tables[0]["key"]}


def test_every_printed_address_and_anchor_still_works(script: Script) -> None:
    known = keys(script)
    lost = []
    for address, *anchors in PRINTED:
        answer = script.client.get(address.format(**known), follow_redirects=True)
        if answer.status_code != 200:
            lost.append(address)
        page = answer.text if anchors else ""
        lost += [f"{address}#{rule}" for rule in anchors if f'id="{rule}"' not in page]
    assert lost == []


def test_list_of_printed_addresses_has_lost_none() -> None:
    printed = {address for address, *_ in PRINTED}
    rulings = {(address, rule) for address, *rules in PRINTED for rule in rules}
    assert {
        f"/box/{ARGUMENTS['edition']}",
        f"/rules/{ARGUMENTS['edition']}/{ARGUMENTS['topic']}",
    } <= printed
    assert len(printed) == len(PRINTED) == 457
    assert len(rulings) == 6 * 287  # of five boxes then, and their comparison
