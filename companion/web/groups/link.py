"""The link of a group: shown, renewed, forgotten; and what is taken away by it."""

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.services.groups.group import Group
from companion.web.http.i18n import gettext
from companion.web.ui import device
from companion.web.ui.access import key_for, open_group
from companion.web.ui.pages import link
from companion.web.ui.qr import qr_svg
from companion.web.ui.registry import registry

bp = Blueprint("group_link", __name__, url_prefix="/groups/<key>")


@dataclass(frozen=True, slots=True)
class GroupLinkPage:
    """The link of a group, with its code to scan."""

    group: Group
    address: str
    svg: Markup


@bp.get("/link")
def show(key: str) -> str:
    group = open_group(key)
    device.remember_group(key)
    address = link(url_for("groups.show", key=key))
    page = GroupLinkPage(group, address, qr_svg(address))
    return render_template("groups/link.html", page=page)


@bp.post("/renew")
def renew(key: str) -> Response:
    """Make a new link; a second tap on the same button is led to the same one."""
    new_key = key_for("group", key)
    if not (new_key and registry().groups.find(new_key)):
        new_key = open_group(key).renew(new_key).key
        flash(gettext("There is a new link now: share it with everybody who had the old one."))
    device.remember_group(new_key, instead_of=key)
    return redirect(url_for("group_link.show", key=new_key), 303)


@bp.post("/forget")
def forget(key: str) -> Response:
    device.forget_group(open_group(key).key)
    flash(gettext("This phone no longer lists the group. Its link still opens it."))
    return redirect(url_for("home.index"), 303)


@bp.post("/delete")
def delete(key: str) -> Response:
    open_group(key).delete()
    device.forget_group(key)
    flash(gettext("The group is deleted. Its games are still there, and their links still work."))
    return redirect(url_for("home.index"), 303)
