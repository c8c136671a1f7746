"""How JSON Schema says it: the few shapes that the schemas of the document are made of."""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WORDS: Schema = {"type": "string", "minLength": 1}
YES_NO: Schema = {"type": "boolean"}


def whole(least: int | None = None, most: int | None = None, default: int | None = None) -> Schema:
    """Describe a whole number."""
    bounds = {"minimum": least, "maximum": most, "default": default}
    return {"type": "integer"} | {name: n for name, n in bounds.items() if n is not None}


def one_of(choices: Iterable[str]) -> Schema:
    """Describe a choice among some words."""
    return {"enum": list(choices)}


def or_null(schema: Schema) -> Schema:
    """Allow null too."""
    return {"anyOf": [schema, {"type": "null"}]}


def listed(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    """Describe a list."""
    bounds = {"minItems": least, "maxItems": most}
    return {"type": "array", "items": items} | {name: n for name, n in bounds.items() if n}


def by_name(values: Schema) -> Schema:
    """Describe an object with any names, and a value of this kind for each."""
    return {"type": "object", "additionalProperties": values}


def given(fields: Mapping[str, Schema], **optional: Schema) -> Schema:
    """Describe an object that we give: nothing else stands in it."""
    return {
        "type": "object",
        "properties": {**fields, **optional},
        "required": list(fields),
        "additionalProperties": False,
    }


def asked(required: Mapping[str, Schema], optional: Mapping[str, Schema]) -> Schema:
    """Describe an object that we take: null is as good as nothing, what else there is, too."""
    properties = {**required, **{name: or_null(schema) for name, schema in optional.items()}}
    return {"type": "object", "properties": properties} | (
        {"required": list(required)} if required else {}
    )


def having(*names: str) -> list[Schema]:
    """Describe an object with one of these, which is not null: to be put under `anyOf`, `oneOf`."""
    return [{"required": [n], "properties": {n: {"not": {"type": "null"}}}} for n in names]


def ref(name: str, part: str = "schemas") -> Schema:
    """Point to what the document describes elsewhere."""
    return {"$ref": f"#/components/{part}/{name}"}
