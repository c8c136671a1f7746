"""What is said of a journal and its entries."""
