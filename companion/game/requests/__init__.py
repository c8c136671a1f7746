"""What people ask of a game, in names and plain values, read into what the game understands."""
