"""Types of plain values, with the limits that JSON Schema has keywords for.

What goes out as JSON is declared as a `TypedDict` of these beside what writes it. So mypy holds
the writer to the declaration, and the OpenAPI document is made of it. A pair in `Annotated` is a
keyword and its value.
"""

from typing import Annotated

Count = Annotated[int, ("minimum", 0)]
Ordinal = Annotated[int, ("minimum", 1)]
Words = Annotated[str, ("minLength", 1)]
