"""Test of addresses, QR code and hints that the companion prints in each network."""

import re
import shutil
import socket

import pytest

from tests.slow.networks.layouts import LAYOUTS, Layout, visit
from tests.slow.networks.machines import why_not

REASON = why_not()
pytestmark = pytest.mark.skipif(REASON is not None, reason=REASON or "")


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_printed_addresses_open_page_or_hint_is_printed(layout: Layout) -> None:
    if layout.avahi and not shutil.which("avahi-daemon"):
        pytest.skip("there is no Avahi on this machine")
    seen = visit(layout)
    links = re.findall(r"^  (http\S+)", seen.printed, re.MULTILINE)
    is_code_shown = "█" in seen.printed
    assert is_code_shown == (layout.first is not None)
    assert not is_code_shown or links[0] == layout.first
    assert seen.opened == dict.fromkeys(layout.opened_by, True)
    assert layout.opened_by.keys() <= set(links)
    name = f"http://{socket.gethostname().partition('.')[0].lower()}.local:8000"
    assert (name in links) == layout.avahi
    has_ways_out = "hotspot" in seen.printed or "COMPANION_PUBLIC_URL" in seen.printed
    assert has_ways_out == (layout.first is None)
