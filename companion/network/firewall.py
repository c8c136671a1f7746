"""What whoever owns this machine types so that its firewall lets phones in."""

import os
import shutil
import sys

_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_FOR_ROOT = "/usr/sbin:/sbin"  # where these programs are, though not everybody looks there


def firewall_commands(port: int) -> list[str]:
    """Return the command for the firewall of this system; none where no known one is there."""
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
    path = f"{os.environ.get('PATH', '')}:{_FOR_ROOT}"
    return [line for program, line in commands.items() if shutil.which(program, path=path)]
