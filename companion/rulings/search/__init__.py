"""Search for the rulings that settle a question, in any language."""
