"""Firefox, driven by Marionette, which it listens to without any other program."""

import json
import shutil
import socket
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.engines.drivers import LONGEST, Driver, DriverError, Engine, running, until

PREFERENCES: Mapping[str, object] = {
    "marionette.port": 0,
    "privacy.userContext.enabled": True,
    "ui.useOverlayScrollbars": 1,  # as on a phone
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    # What no page needs takes as long as the pages themselves.
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.sessionstore.interval": 10**9,  # ms
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.webContentIsolationStrategy": 0,
    "extensions.enabledScopes": 0,
    "extensions.webextensions.remote": False,
    "media.rdd-process.enabled": False,
    "media.utility-process.enabled": False,
    "network.process.enabled": False,
}
FLAGS = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile")
# No window can be narrower than 450 px: pages are laid out in a part of a large one.
SIZE = {"MOZ_HEADLESS_WIDTH": "2000", "MOZ_HEADLESS_HEIGHT": "1300"}
NEW_WINDOW = """
  const done = arguments[arguments.length - 1];
  const shared = (name) =>
    ChromeUtils.importESModule(`chrome://remote/content/shared/${name}.sys.mjs`);
  const { windowManager } = shared("WindowManager");
  const userContextId = shared("UserContextManager").UserContextManager.createContext();
  windowManager.openBrowserWindow({ userContextId, focus: true })
    .then(() => done(true), (error) => done(String(error)));"""
RESIZE = """
  const [width, height] = arguments;
  const { style, ownerDocument } = gBrowser.selectedBrowser;
  Object.assign(style, { width: `${width}px`, height: `${height}px` });
  ownerDocument.synchronouslyUpdateRemoteBrowserDimensions(true);"""
SCRIPTS = "Services.prefs.setBoolPref('javascript.enabled', arguments[0])"


class Firefox(Engine):
    """One process; each phone is a window with a jar of its own for what it keeps."""

    name = "Firefox"
    packages = ("firefox-esr",)

    @staticmethod
    def program() -> str | None:
        """Find one that starts; what some systems put in its place only says how to install it."""
        for place in filter(None, map(shutil.which, ("firefox-esr", "firefox"))):
            tried = subprocess.run([place, "--version"], capture_output=True, check=False)
            if tried.returncode == 0:
                return place
        return None

    @classmethod
    def is_here(cls) -> bool:
        return shutil.which("sh") is not None and cls.program() is not None

    def __init__(self, home: Path, stack: ExitStack) -> None:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
        (home / "user.js").write_text("".join(lines))
        around = {"HOME": str(home), "MOZ_CRASHREPORTER_DISABLE": "1", **SIZE}
        stack.enter_context(running(self.program() or "", *FLAGS, str(home), around=around))
        said = home / "MarionetteActivePort"
        port = until(lambda: said.exists() and said.read_text(), lambda: "Firefox does not start")
        place = ("127.0.0.1", int(port))
        self._socket = stack.enter_context(socket.create_connection(place, timeout=LONGEST))
        self._answers = stack.enter_context(self._socket.makefile("rb"))
        self._read()  # it greets first
        self._number, self._window = 0, ""
        self.version = self.send("WebDriver:NewSession")["capabilities"]["browserVersion"]

    def _read(self) -> Any:  # noqa: ANN401 - any JSON
        size = b""
        while (digit := self._answers.read(1)) != b":":
            assert digit, "Firefox has ended"
            size += digit
        return json.loads(self._answers.read(int(size)))

    def send(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """Carry out a command, whose number and name go as JSON, with the length before it."""
        self._number += 1
        sent = json.dumps([0, self._number, command, given]).encode()
        self._socket.sendall(b"%d:%b" % (len(sent), sent))
        *_, error, answer = self._read()
        if error:
            raise DriverError(error["message"])
        return answer["value"] if isinstance(answer, dict) and [*answer] == ["value"] else answer

    def switch(self, window: str) -> None:
        """Let what follows be done in this window."""
        if window != self._window:
            self.send("WebDriver:SwitchToWindow", handle=window)
            self._window = window

    def outside(self, script: str, *given: object, kind: str = "ExecuteScript") -> Any:  # noqa: ANN401 - any JSON
        """Run a script of the browser itself, around the page."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.send(f"WebDriver:{kind}", script=script, args=[*given])
        finally:
            self.send("Marionette:SetContext", value="content")

    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        self.outside(SCRIPTS, scripts)
        stack.callback(self.outside, SCRIPTS, True)  # noqa: FBT003 - an argument of the script
        before = self.send("WebDriver:GetWindowHandles")
        assert self.outside(NEW_WINDOW, kind="ExecuteAsyncScript") is True
        (window,) = set(self.send("WebDriver:GetWindowHandles")) - set(before)
        stack.callback(self._close, window, before[0])
        return _Window(self, window)

    def _close(self, window: str, left: str) -> None:
        self.switch(window)
        self.send("WebDriver:CloseWindow")
        self.switch(left)


class _Window(Driver):
    def __init__(self, firefox: Firefox, window: str) -> None:
        self._firefox, self._window = firefox, window

    def do(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        self._firefox.switch(self._window)
        return self._firefox.send(f"WebDriver:{command}", **given)

    def resize(self, width: int, height: int) -> None:
        self._firefox.switch(self._window)
        self._firefox.outside(RESIZE, width, height)
