"""The pages and the JSON: the only room that knows Flask."""
