"""JSON Schema, made of the types that requests and responses are declared with.

A body is a `TypedDict` of the types of `companion.game.schema`. What we send has just the keys
that are declared; in what we are sent, null stands for a missing key and other keys are ignored.
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
    """The schemas of some types, each `TypedDict` once under its name in `components`.

    `extra`: keywords of whole bodies, such as that one of two keys must be there.
    """

    def __init__(self, extra: abc.Mapping[type, Schema], *, is_request: bool) -> None:
        self.components: dict[str, Schema] = {}
        self._extra = extra
        self._is_request = is_request

    def of(self, kind: Any) -> Schema:  # noqa: ANN401 - a type, or what stands for one
        arguments = typing.get_args(kind)
        match typing.get_origin(kind):
            case typing.Annotated:
                # A function says what is known only while the app runs: which boxes there are.
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
            # The classes that are left are plain values, or a choice of texts.
            is_choice = issubclass(kind, StrEnum)
            return {"enum": list(kind)} if is_choice else {"type": _NAMES[kind]}
        # Scripts call it `Game`, not by what our own types end in.
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
                # A key with null is as good as none in what we are sent.
                for key in properties.keys() - required:
                    properties[key] = {"anyOf": [properties[key], {"type": "null"}]}
            else:
                schema["additionalProperties"] = False
            self.components[name] = schema | self._extra.get(kind, {})
        return {"$ref": f"#/components/schemas/{name}"}

    def properties(self, kind: Any) -> dict[str, Schema]:  # noqa: ANN401 - a TypedDict
        hints = typing.get_type_hints(kind, include_extras=True)
        return {key: self.of(hint) for key, hint in hints.items()}
