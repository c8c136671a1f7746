"""What a question at the table is made of, heard in either language."""
