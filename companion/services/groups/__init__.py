"""Groups of people who play together: their games, names and statistics."""
