"""Facts in files: words in both languages, lines of a sheet, and TOML read key by key."""
