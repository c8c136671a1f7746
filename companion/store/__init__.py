"""The store: the only room that knows a database."""
