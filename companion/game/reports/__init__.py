"""Reports on games: state for scripts, story, time left, statistics of a group."""
