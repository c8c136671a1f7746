"""Pages of making and using an own box of cards, for the tests of wording."""

from collections.abc import Iterator
from io import BytesIO

from tests.wording.tables import Tables

MAKER = "/boxes/new"


def maker_pages(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield (description, HTML) of pages of making an own box, also refused, and using it."""
    phone = tables.phone
    card = {"name": "Lou", "points": 7, "count": 4, "side": "Kim"}
    box = {"name": "Zoe", "sides": ["Jo", "Kim"], "cards": [card]}
    options = {"box": box, "players": ["Ana", "Bo", "Cy"]}
    game = phone.post("/api/games", json=options).headers["Location"]
    phone.get(game)
    yield "maker", phone.get(MAKER).text
    yield "begun with a box", phone.get(f"{MAKER}?from=no-mercy").text
    yield "begun with an own box", phone.get(f"{MAKER}?from={game.rpartition('/')[2]}").text
    yield "no name", phone.post(MAKER, data={"do": "use"}).text
    no_box = {"file": (BytesIO(b"name"), "zoe.toml")}
    yield "no box", phone.post(MAKER, data=no_box).text
    card = {"do": "add", "new-name": "Lou", "new-points": "7"}
    yield "card added", phone.post(MAKER, data=card).text
    yield "own box", phone.post(MAKER, data={"do": "use", "name": "Zoe"}).text
    yield "settings of an own box", phone.get(f"{game}/settings").text
    yield (
        "card forgotten",
        tables.submit(game, "/settings", change="card", name="Lotso", points="5"),
    )
