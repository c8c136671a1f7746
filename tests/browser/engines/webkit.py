"""Driver of WebKitGTK, the engine of Safari, by WebDriver over HTTP."""

import json
import os
import shutil
import socket
from collections.abc import Mapping
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.browser.engines.drivers import TIMEOUT, Driver, DriverError, Engine, running, until

ADDRESSES = {
    "Navigate": "url",
    "Back": "back",
    "Refresh": "refresh",
    "ExecuteScript": "execute/sync",
    "PerformActions": "actions",
    "SetWindowRect": "window/rect",
}
# GTK style without spacing, as the tool bar would keep the window wider than a phone.
NARROW = "* { padding: 0; margin: 0; min-width: 0; min-height: 0 }"


class WebKit(Engine):
    """WebKitGTK with a browser and a driver process for each phone, on a virtual X screen."""

    name = "WebKitGTK"
    packages = ("webkit2gtk-driver", "xvfb")
    programs = ("WebKitWebDriver", "Xvfb")
    options = "webkitgtk:browserOptions"
    started_with: tuple[str, ...] = ("--automation",)
    browser: ClassVar[Mapping[str, str]] = {}
    has_size = True

    @classmethod
    def is_installed(cls) -> bool:
        return all(map(shutil.which, cls.programs))

    def __init__(self, home: Path, stack: ExitStack) -> None:
        (home / "gtk-3.0").mkdir()
        (home / "gtk-3.0" / "gtk.css").write_text(NARROW)
        said, display = os.pipe()
        screen = ("-displayfd", str(display), "-screen", "0", "2000x1300x24", "-nolisten", "tcp")
        stack.enter_context(running("Xvfb", *screen, shared=[display]))
        os.close(display)
        with os.fdopen(said) as number:
            where = f":{number.readline().strip()}"
        self.around = {
            "DISPLAY": where,
            "XDG_CONFIG_HOME": str(home),
            "HOME": str(home),
            # Software rendering would spend a quarter of the time emulating a graphics card.
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        }

    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        stack.enter_context(running(self.programs[0], f"--port={port}", around=self.around))
        off = [] if scripts else ["--enable-javascript-markup=false"]
        options = {**self.browser, "args": [*self.started_with, *off]}
        session = _Session(f"http://127.0.0.1:{port}", has_size=self.has_size)
        self.version = session.open({self.options: options})["browserVersion"]
        return session


class _Session(Driver):
    def __init__(self, url: str, *, has_size: bool) -> None:
        self._url, self._has_size = url, has_size

    def open(self, wanted: Mapping[str, object]) -> Any:  # noqa: ANN401 - any JSON
        """Wait for the driver, open a WebDriver session and return the browser's capabilities."""
        until(lambda: self._ask("GET", "/status"), lambda: "the driver of WebKit does not start")
        session = self._ask("POST", "/session", capabilities={"alwaysMatch": wanted})
        self._url += f"/session/{session['sessionId']}"
        return session["capabilities"]

    def _ask(self, method: str, path: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        content = json.dumps(given).encode() if method == "POST" else None
        try:
            with urlopen(Request(self._url + path, content, method=method), timeout=TIMEOUT) as got:
                return json.load(got)["value"]
        except HTTPError as error:
            raise DriverError(error.read().decode()) from error
        except (OSError, HTTPException) as error:
            raise DriverError(str(error)) from error

    def do(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        return self._ask("POST", f"/{ADDRESSES[command]}", **given)

    def resize(self, width: int, height: int) -> None:
        if not self._has_size:
            return
        inner = "return [innerWidth, innerHeight]"
        bar = 0  # pixels, height of the tool bar, measured by the loop
        while self.run(inner) != [width, height]:
            self.do("SetWindowRect", x=0, y=0, width=width, height=height + bar)
            until(lambda: self.run(inner)[0] == width, lambda: f"no page is {width} px wide")
            bar += height - self.run(inner)[1]
