"""A made-up two-sided box with a leaflet of twenty lines, added by data files alone."""

from pathlib import Path

from tests.web.new_box import DataFiles

# By id of a ruling shared with other boxes: its heading and line in the made-up leaflet.
SHARED = {
    "deal.seven": ("Start", 4),
    "match.basic": ("Your turn", 6),
    "dtp.one_only": ("Your turn", 7),
    "skip.effect": ("Cards", 9),
    "wild.who_picks": ("Cards", 11),
    "uno.when": ("The end", 16),
    "score.how": ("The end", 17),
}


def add_moon(data: DataFiles) -> None:
    box, sheet, topic = (
        Path(__file__).with_name(f"{name}.toml").read_text("utf-8")
        for name in ("box", "sheet", "topic")
    )
    data.add_box("moon", box, after="power-colours", sheet=sheet)
    data.write("rulings/topics/moon-cards.toml", topic)
    base = "rulings/base.toml"
    data.insert(base, '  "moon-cards",\n', after="topics = [\n")
    data.insert(base, 'eclipse = ["moon.eclipse"]\ncomet = ["moon.comet"]\n', after="[cards]\n")
    topics = [f"rulings/topics/{file.name}" for file in (data.folder / "rulings/topics").iterdir()]
    for rule, (heading, line) in SHARED.items():
        stated = f'rule = "{rule}"\n'
        (file,) = (topic for topic in topics if stated in data.read(topic))
        place = f'lines = [{line}]\nplace = [["{heading}", "sentence 1"]]\n'
        data.insert(file, f"[rulings.in.moon]\n{place}", after=stated, before="[rulings.in.")
