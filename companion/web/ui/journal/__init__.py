"""Sentences on a journal and its entries."""
