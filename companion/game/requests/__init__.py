"""Requests to a game, in names and plain values, read into entries."""
