"""Shared parts of all pages: templates, forms, messages, polling, device memory."""
