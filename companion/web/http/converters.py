"""What may stand in an address where something varies; anything else is no address of ours."""

from werkzeug.routing import BaseConverter, IntegerConverter

from companion.game.rounds import RULE_PATTERN


class Number(IntegerConverter):
    """A number; Python refuses to read one of thousands of digits."""

    regex = r"[0-9]{1,9}"


class Key(BaseConverter):
    """The key of a game, alone at its place, where also `import` and `restore` may stand."""

    regex = r"(?!(?:import|restore)$)[^/.]+"


class Rule(BaseConverter):
    """The key of a rule, such as `stack.2on2`."""

    regex = RULE_PATTERN


CONVERTERS = {"int": Number, "key": Key, "rule": Rule}  # as in `<int:number>`
