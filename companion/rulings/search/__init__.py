"""The search: from a question in any language to the rulings that settle it."""
