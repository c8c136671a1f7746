"""Handling of requests and responses that knows nothing about games."""
