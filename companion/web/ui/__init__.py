"""What every page uses: templates, forms, messages, polling, what a device remembers."""
