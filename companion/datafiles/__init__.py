"""Facts in files: TOML read key by key, texts by language, and lines of a rule sheet."""
