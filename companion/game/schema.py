"""Annotated types with JSON Schema keywords.

JSON output is declared as `TypedDict`s of these types, next to the code that writes it: mypy checks
the code, and the OpenAPI document is generated from them. A pair in `Annotated` is a JSON Schema
keyword and its value.
"""

from typing import Annotated

Count = Annotated[int, ("minimum", 0)]
Ordinal = Annotated[int, ("minimum", 1)]
Words = Annotated[str, ("minLength", 1)]
