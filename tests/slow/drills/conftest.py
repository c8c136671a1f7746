"""The drills, run by hand: the companion as the quick tests run it, and a browser for one."""

from tests.browser.conftest import browser_type_launch_args
from tests.web.conftest import app, run

__all__ = ["app", "browser_type_launch_args", "run"]
