"""Names of the cookies that a phone gets from an app."""

from flask import Flask

from companion.web.http import sessions


def cookie_name(app: Flask, kind: str = "session", base: str = "http://localhost") -> str:
    with app.test_request_context("/", base):
        return sessions.cookie_name(kind)
