"""The version: read by the build, shown by `--version`, `/healthz` and the about page."""

__version__ = "0.1.0"
