"""The commands beside serving, a module each."""
