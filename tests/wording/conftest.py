"""Fixtures of one shared app, as stored data does not depend on the language."""

from tests.web.conftest import phone, shared, store_of

__all__ = ["phone", "shared", "store_of"]
