"""Tournaments: seating plans and open tables."""
