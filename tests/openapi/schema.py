"""JSON Schema, generated from the types of requests and responses.

A body is a `TypedDict` of the types of `companion.game.schema`. A response has exactly the declared
keys. In a request, null means the same as a missing key, and other keys are ignored.
"""

import builtins
import types
import typing
from collections import abc
from enum import StrEnum
from typing import Any

Schema = dict[str, Any]

_NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}


class Schemas:
    """Schemas of types, with each `TypedDict` once under its name in `components`.

    `extra`: further keywords of a body, for example that one of two keys is required.
    """

    def __init__(self, extra: abc.Mapping[type, Schema], *, is_request: bool) -> None:
        self.components: dict[str, Schema] = {}
        self._extra = extra
        self._is_request = is_request

    def of(self, kind: Any) -> Schema:  # noqa: ANN401 - a type or a type form
        arguments = typing.get_args(kind)
        match typing.get_origin(kind):
            case typing.Annotated:
                # A function gives what modules that are imported later add to, such as formats.
                keywords = {name: v() if callable(v) else v for name, v in arguments[1:]}
                schema = self.of(arguments[0]) | keywords
            case typing.Required | typing.NotRequired:
                schema = self.of(arguments[0])
            case typing.Literal:
                schema = {"enum": list(arguments)}
            case typing.Union | types.UnionType:
                schema = {"anyOf": [self.of(argument) for argument in arguments]}
            case builtins.list | abc.Sequence:
                schema = {"type": "array", "items": self.of(arguments[0])}
            case builtins.dict:
                schema = {"type": "object", "additionalProperties": self.of(arguments[1])}
            case _:
                schema = self._of_class(kind)
        return schema

    def _of_class(self, kind: Any) -> Schema:  # noqa: ANN401 - a class without arguments
        if kind is Any:
            return {}
        if not typing.is_typeddict(kind):
            # The remaining classes are plain values and enums of texts.
            is_choice = issubclass(kind, StrEnum)
            return {"enum": list(kind)} if is_choice else {"type": _NAMES[kind]}
        # `GameValues` is published as `Game`.
        name = kind.__name__.removesuffix("Values")
        if name not in self.components:
            properties, required = self.properties(kind), kind.__required_keys__
            schema: Schema = {
                "type": "object",
                "description": " ".join((kind.__doc__ or "").split()),
                "properties": properties,
            }
            if required:
                schema["required"] = [key for key in properties if key in required]
            if self._is_request:
                # In a request, null means the same as a missing key.
                for key in properties.keys() - required:
                    properties[key] = {"anyOf": [properties[key], {"type": "null"}]}
            else:
                schema["additionalProperties"] = False
            self.components[name] = schema | self._extra.get(kind, {})
        return {"$ref": f"#/components/schemas/{name}"}

    def properties(self, kind: Any) -> dict[str, Schema]:  # noqa: ANN401 - a TypedDict
        hints = typing.get_type_hints(kind, include_extras=True)
        return {key: self.of(hint) for key, hint in hints.items()}
