"""Web app that keeps the score of a paper card game, for the exact box on the table."""
