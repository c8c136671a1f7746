"""What every request meets before and after its view; it knows no game."""
