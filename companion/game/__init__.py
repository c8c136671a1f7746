"""Game logic: rules and arithmetic without framework, files, clock or user-facing text."""
