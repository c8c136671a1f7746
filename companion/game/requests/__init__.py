"""Parsing and validation of requests (names and JSON values) into journal entries."""
