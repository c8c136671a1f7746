"""Commands that open the port in this machine's firewall."""

import os
import shutil
import sys

_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_SBIN_PATHS = "/usr/sbin:/sbin"  # folders of firewall programs, often not in a user's PATH


def firewall_commands(port: int) -> list[str]:
    """Return shell commands that let phones through this system's firewalls, or an empty list."""
    if sys.platform == "win32":
        rule = f"dir=in action=allow protocol=TCP localport={port}"
        return [f'netsh advfirewall firewall add rule name="Table companion" {rule}']
    if sys.platform == "darwin":
        python = os.path.realpath(sys.executable)
        return [f"sudo {_MAC} --add '{python}'", f"sudo {_MAC} --unblockapp '{python}'"]
    commands = {
        "ufw": f"sudo ufw allow {port}/tcp",
        "firewall-cmd": f"sudo firewall-cmd --add-port={port}/tcp",
    }
    path = f"{os.environ.get('PATH', '')}:{_SBIN_PATHS}"
    return [line for program, line in commands.items() if shutil.which(program, path=path)]
