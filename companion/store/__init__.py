"""The store, the only package that accesses a database."""
