"""Reader of request values (from JSON, forms, score sheets) that collects all faults."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from companion.game import players
from companion.game.faults import Fault, FaultCode, ValidationError, pointer

Values = Mapping[str, Any]


class RequestReader:
    """Reader of one request; null is treated like a missing key.

    Raises `ValidationError` at once if the request is not an object.
    """

    def __init__(self, values: object) -> None:
        if not isinstance(values, Mapping):
            raise ValidationError([Fault(FaultCode.NOT_AN_OBJECT)])
        self.values: Values = values
        self.faults: list[Fault] = []

    def raise_faults(self) -> None:
        if self.faults:
            raise ValidationError(self.faults)

    def add_fault(self, code: FaultCode, *steps: str | int, **values: object) -> None:
        self.faults.append(Fault(code, pointer(*steps), values))

    @contextmanager
    def nested(self, *steps: str | int) -> Iterator[None]:
        """Collect the faults of a nested `ValidationError`, with `steps` as path prefix."""
        try:
            yield
        except ValidationError as refused:
            # Nested paths are relative to the nested value.
            self.faults += [fault.under(*steps) for fault in refused.faults]

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None

    def integer(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number, or `least` (with a fault) if it is invalid."""
        if not self.has(name) and default is not None:
            return default
        return self.check_integer(self.values.get(name), (name,), least, most)

    def check_integer(
        self, value: object, steps: Sequence[str | int], least: int, most: int
    ) -> int:
        """Return a value as a whole number; 8.0 is accepted, true is not."""
        # Some JSON writers have only floats; `type`, because True is an int in Python.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            self.add_fault(FaultCode.NOT_A_WHOLE_NUMBER, *steps)
        elif not least <= value <= most:
            self.add_fault(FaultCode.OUT_OF_RANGE, *steps, least=least, most=most)
        else:
            return value
        return least

    def text(self, name: str, most: int, *, least: int = 0, is_raw: bool = False) -> str:
        """Return a text of `least` to `most` characters, stripped unless `is_raw`."""
        value = self.values.get(name)
        if not isinstance(value, str):
            self.add_fault(FaultCode.NOT_A_TEXT, name)
            return ""
        text = value if is_raw else value.strip()
        if not least <= len(text) <= most:
            code = FaultCode.TEXT_TOO_LONG if text else FaultCode.BLANK
            self.add_fault(code, name, most=most, length=len(text))
        return text

    def line(self, name: str, most: int) -> str:
        """Return a text of at most `most` characters on one line, by default empty."""
        value = self.values.get(name)
        if not isinstance(value, str | None):
            self.add_fault(FaultCode.NOT_A_TEXT, name)
            return ""
        text = " ".join((value or "").split())
        hidden = players.hidden_in(text)
        # Two spaces may be left where an invisible character stood between them.
        text = " ".join("".join(ch for at, ch in enumerate(text) if at not in hidden).split())
        if len(text) > most:
            self.add_fault(FaultCode.TEXT_TOO_LONG, name, most=most, length=len(text))
        return text

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """Return one of `choices`; if invalid, the default or the first choice (with a fault)."""
        value = self.values.get(name, default)
        value = default if value is None else value  # null is like a missing key
        if value in choices:
            return cast("str", value)
        self.add_fault(FaultCode.NOT_A_CHOICE, name, choices=tuple(choices))
        return default or choices[0]

    def boolean(self, name: str) -> bool:
        value = self.values.get(name)
        # Texts such as "false" are refused, because they would be truthy.
        if not isinstance(value, bool | None):
            self.add_fault(FaultCode.NOT_TRUE_OR_FALSE, name)
        return value is True

    def sequence(self, name: str) -> list[Any]:
        value = self.values.get(name)
        if value is not None and not isinstance(value, list | tuple):
            self.add_fault(FaultCode.NOT_A_LIST, name)
        return list(value) if isinstance(value, list | tuple) else []

    def mapping(self, name: str) -> Values:
        value = self.values.get(name)
        if value is not None and not isinstance(value, Mapping):
            self.add_fault(FaultCode.NOT_AN_OBJECT, name)
        return value if isinstance(value, Mapping) else {}

    def names(self, name: str, labels: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return distinct names; existing `labels`, which may be longer, are not checked."""
        found = [
            value if value in labels else self.check_name(value, (name, place))
            for place, value in enumerate(self.sequence(name))
        ]
        # Compare like lookups do: names that differ only in case would be the same player.
        for place in players.doubles(found):
            self.add_fault(FaultCode.NAME_TWICE, name, place, name=found[place])
        return tuple(found)

    def check_name(
        self,
        value: object,
        steps: Sequence[str | int],
        longest: int = players.LONGEST_NAME,
        forbidden: str = players.FORBIDDEN_IN_NAMES,
    ) -> str:
        if not isinstance(value, str):
            self.add_fault(FaultCode.NOT_A_TEXT, *steps)
            return ""
        name = players.clean(value)
        for fault in players.faults_of(name, longest, forbidden):
            self.add_fault(fault.code, *steps, **fault.values)
        return name
