"""Version number, read by the build and shown by `--version`, `/healthz` and the about page."""

__version__ = "0.1.0"
