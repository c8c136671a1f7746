"""What a phone is told once, on the page it comes to next.

It goes with the phone, in a cookie of its own: the one of the games a phone knows is long, and
would have to be signed and sent anew for every round.
"""

from typing import cast
from urllib.parse import quote, unquote

from flask import Flask, Response, current_app, g, render_template, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup

COOKIE = "told"
_A_MINUTE = 60  # whoever comes later no longer wonders
_LONGEST = 300  # characters; in a cookie one takes up to twelve bytes, and browsers keep 4,096


def register(app: Flask) -> None:
    """Carry what is to be told to the phone, and take it back once it was."""
    app.extensions[COOKIE] = Signer(app.secret_key or "", salt=COOKIE)
    app.jinja_env.globals.update(told=told)
    app.after_request(_carry)


def tell(sentence: str) -> None:
    """Have this said on the next page of this phone, the beginning of it where it is very long."""
    g.to_tell = sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"


def told() -> Markup:
    """Draw what is to be said, for the last time; nothing where this server has not written it."""
    signed = request.cookies.get(COOKIE)
    if signed is None:
        return Markup()
    g.was_told = True
    try:
        said = unquote(_signer().unsign(signed).decode())
    except BadSignature:
        return Markup()
    return Markup(render_template("shared/_flash.html", said=said))  # noqa: S704 - a template's own output


def _signer() -> Signer:
    return cast("Signer", current_app.extensions[COOKIE])


def _carry(response: Response) -> Response:
    if "to_tell" in g:
        _set(response, _signer().sign(quote(g.to_tell)).decode(), _A_MINUTE)
    elif "was_told" in g:
        _set(response, "", 0)
    return response


def _set(response: Response, text: str, seconds: int) -> None:
    is_secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(
        COOKIE, text, max_age=seconds, secure=is_secure, httponly=True, samesite="Lax"
    )
