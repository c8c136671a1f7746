"""URL converters, which restrict the variable segments of an address."""

from werkzeug.routing import BaseConverter, IntegerConverter

from companion.game.rounds import RULE_PATTERN


class Number(IntegerConverter):
    """A number of at most nine digits, because Python refuses to parse thousands of them."""

    regex = r"[0-9]{1,9}"


class Key(BaseConverter):
    """An access key, but not `import` or `restore`, which are routes at the same position."""

    regex = r"(?!(?:import|restore)$)[^/.]+"


class Rule(BaseConverter):
    """A ruling id, such as `stack.2on2`."""

    regex = RULE_PATTERN


CONVERTERS = {"int": Number, "key": Key, "rule": Rule}  # as in `<int:number>`
