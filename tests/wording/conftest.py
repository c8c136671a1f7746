"""Fixtures of one app shared by all tests of wording, as stored data has no language."""

from tests.web.conftest import phone, shared, store_of

__all__ = ["phone", "shared", "store_of"]
