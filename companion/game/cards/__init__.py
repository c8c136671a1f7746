"""Cards: the deck of a box, a hand of them, and what people call them."""
