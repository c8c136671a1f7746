"""Generator of the files that describe the JSON API."""
