"""Reports on a game: its state for scripts, its story, the series of games it belongs to."""
