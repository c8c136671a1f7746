"""People who play together: their games, who is who, what it all comes to."""
