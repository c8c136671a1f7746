"""What somebody asks for, as plain values, read with every fault collected.

The same readers serve JSON, forms and score sheets: each turns what it has into mappings, lists,
texts and numbers; what is wrong is named by its place in them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.game import players
from companion.game.faults import Fault, ValidationError, pointer

Values = Mapping[str, Any]


class RequestReader:
    """One request being read: asks for values by key and collects what is wrong with them.

    A key with null is as good as none. After all has been asked for, `done` refuses the request
    if there was any fault.
    """

    def __init__(self, values: object, *, at: str = "") -> None:
        self.faults: list[Fault] = []
        self.at = at
        if not isinstance(values, Mapping):
            raise ValidationError([Fault("not-an-object", at)])
        self.values: Values = values

    def done(self) -> None:
        """Refuse the request if anything was wrong with it."""
        if self.faults:
            raise ValidationError(self.faults)

    def wrong(self, code: str, *steps: str | int, **values: object) -> None:
        """Note a fault at this place."""
        self.faults.append(Fault(code, self.at + pointer(*steps), values))

    def has(self, name: str) -> bool:
        """Tell whether there is a value at all."""
        return self.values.get(name) is not None

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Ask for a whole number; the least one where it is wrong."""
        if not self.has(name) and default is not None:
            return default
        return self.whole_of(self.values.get(name), (name,), least, most)

    def whole_of(self, value: object, steps: Sequence[str | int], least: int, most: int) -> int:
        """Check a whole number; 8.0 is one too, true is none."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            self.wrong("not-a-whole-number", *steps)
        elif not least <= value <= most:
            self.wrong("out-of-range", *steps, least=least, most=most)
        else:
            return value
        return least

    def text(self, name: str, most: int, *, least: int = 0) -> str:
        """Ask for a text of so many characters, without space around it."""
        value = self.values.get(name)
        if not isinstance(value, str):
            self.wrong("not-a-text", name)
            return ""
        text = value.strip()
        if not least <= len(text) <= most:
            self.wrong("blank" if not text else "text-too-long", name, most=most, length=len(text))
        return text

    def raw_text(self, name: str, most: int) -> str:
        """Ask for a text that is taken to the letter."""
        value = self.values.get(name)
        if not isinstance(value, str):
            self.wrong("not-a-text", name)
            return ""
        if len(value) > most:
            self.wrong("text-too-long", name, most=most, length=len(value))
        return value

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """Ask for one of some words."""
        value = self.values.get(name, default)
        value = default if value is None else value
        if value in choices:
            return cast("str", value)
        self.wrong("not-a-choice", name, choices=tuple(choices))
        return default or choices[0]

    def yes(self, name: str) -> bool:
        """Ask for true or false; false where there is none."""
        value = self.values.get(name)
        if not isinstance(value, bool | None):
            self.wrong("not-true-or-false", name)
        return value is True

    def items(self, name: str) -> list[Any]:
        """Ask for a list; empty where there is none."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, list | tuple):
            self.wrong("not-a-list", name)
        return list(value) if isinstance(value, list | tuple) else []

    def mapping(self, name: str) -> Values:
        """Ask for an object; empty where there is none."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, Mapping):
            self.wrong("not-an-object", name)
        return value if isinstance(value, Mapping) else {}

    def names(self, name: str, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Ask for a list of distinct names; labels that are `kept` may be longer than a name."""
        found = [
            value if value in kept else self.name_of(value, (name, place))
            for place, value in enumerate(self.items(name))
        ]
        for place in players.doubles(found):
            self.wrong("name-twice", name, place, name=found[place])
        return tuple(found)

    def name_of(self, value: object, steps: Sequence[str | int]) -> str:
        """Check one name and give it as it is kept."""
        if not isinstance(value, str):
            self.wrong("not-a-text", *steps)
            return ""
        name = players.clean(value)
        for fault in players.faults_of(name):
            self.wrong(fault.code, *steps, **fault.values)
        return name
