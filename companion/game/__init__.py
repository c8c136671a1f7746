"""The game: pure rules and arithmetic, no framework, no files, no clock, no words for people."""
