"""Cards: the deck of a box, hands, and spoken card names."""
