"""Firefox, driven by its built-in Marionette server."""

import json
import shutil
import socket
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.engines.drivers import TIMEOUT, Driver, DriverError, Engine, running, until

PREFERENCES: Mapping[str, object] = {
    "marionette.port": 0,
    "privacy.userContext.enabled": True,
    "ui.useOverlayScrollbars": 1,  # scroll bars take no width, as on a phone
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    # These background features are switched off, as they take as much time as the pages.
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.sessionstore.interval": 10**9,  # ms
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.webContentIsolationStrategy": 0,
    "extensions.enabledScopes": 0,
    "extensions.webextensions.remote": False,
    "media.utility-process.enabled": False,
    "network.process.enabled": False,
}
FLAGS = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile")
# Firefox windows are at least 450 px wide, so a narrower page fills part of a large window.
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
    """One Firefox process, with a window and separate cookies and storage for each phone."""

    name = "Firefox"
    packages = ("firefox-esr",)

    @staticmethod
    def program() -> str | None:
        """Return the path of a Firefox that starts (not a stub that shows a hint), or None."""
        for place in filter(None, map(shutil.which, ("firefox-esr", "firefox"))):
            tried = subprocess.run([place, "--version"], capture_output=True, check=False)
            if tried.returncode == 0:
                return place
        return None

    @classmethod
    def is_installed(cls) -> bool:
        return shutil.which("sh") is not None and cls.program() is not None

    def __init__(self, home: Path, stack: ExitStack) -> None:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
        (home / "user.js").write_text("".join(lines))
        around = {"HOME": str(home), "MOZ_CRASHREPORTER_DISABLE": "1", **SIZE}
        stack.enter_context(running(self.program() or "", *FLAGS, str(home), around=around))
        said = home / "MarionetteActivePort"
        port = until(lambda: said.exists() and said.read_text(), lambda: "Firefox does not start")
        place = ("127.0.0.1", int(port))
        self._socket = stack.enter_context(socket.create_connection(place, timeout=TIMEOUT))
        self._answers = stack.enter_context(self._socket.makefile("rb"))
        self._read()  # Marionette's greeting, not needed
        self._number, self._window = 0, ""
        self.version = self.send("WebDriver:NewSession")["capabilities"]["browserVersion"]

    def _read(self) -> Any:  # noqa: ANN401 - any JSON
        size = b""
        while (digit := self._answers.read(1)) != b":":
            assert digit, "Firefox has ended"
            size += digit
        return json.loads(self._answers.read(int(size)))

    def send(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """Send a Marionette command and return its value, or raise DriverError."""
        self._number += 1
        sent = json.dumps([0, self._number, command, given]).encode()
        self._socket.sendall(b"%d:%b" % (len(sent), sent))
        *_, error, answer = self._read()
        if error:
            raise DriverError(error["message"])
        return answer["value"] if isinstance(answer, dict) and [*answer] == ["value"] else answer

    def switch(self, window: str) -> None:
        """Make Marionette run the next commands in this window."""
        if window != self._window:
            self.send("WebDriver:SwitchToWindow", handle=window)
            self._window = window

    def run_in_browser(self, script: str, *given: object, kind: str = "ExecuteScript") -> Any:  # noqa: ANN401 - any JSON
        """Run a script in Firefox's privileged (chrome) context and return its result."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.send(f"WebDriver:{kind}", script=script, args=[*given])
        finally:
            self.send("Marionette:SetContext", value="content")

    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        self.run_in_browser(SCRIPTS, scripts)
        stack.callback(self.run_in_browser, SCRIPTS, True)  # noqa: FBT003 - an argument of the script
        before = self.send("WebDriver:GetWindowHandles")
        assert self.run_in_browser(NEW_WINDOW, kind="ExecuteAsyncScript") is True
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
        self._firefox.run_in_browser(RESIZE, width, height)
