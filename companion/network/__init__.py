"""How phones find this machine: its addresses, its names, and what may stand in their way."""
