"""One companion for all: a language is never part of what is stored."""

from tests.web.conftest import phone, shared

__all__ = ["phone", "shared"]
