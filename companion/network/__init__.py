"""Ways for phones to reach this machine: its addresses, its name and its firewall."""
