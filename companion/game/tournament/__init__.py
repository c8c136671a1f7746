"""Tournaments: who sits where in each rotation, and which tables may play."""
