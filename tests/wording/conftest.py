"""One companion for all: a language is never part of what is stored."""

from tests.web.conftest import phone, shared, store_of

__all__ = ["phone", "shared", "store_of"]
