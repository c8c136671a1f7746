"""What the application does, whoever asks for it: without Flask, without words for people."""
