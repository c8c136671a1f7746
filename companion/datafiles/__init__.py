"""Reader of the TOML files of boxes and rulings, and texts by language."""
