"""Readers of TOML data files, with texts by language and lines of a leaflet."""
