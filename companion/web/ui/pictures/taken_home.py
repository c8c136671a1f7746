"""A result as it leaves the room: its words, and the address of its picture while there is one."""

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class TakenHome:
    """What is taken home: `text`, `picture` (its address), `file` (its name, without an ending)."""

    text: str
    picture: str
    file: str

    @property
    def message(self) -> str:
        # Some phones want the `?`, others the `&`; both read this.
        return f"sms:?&body={quote(self.text, safe='')}"

    @property
    def mail(self) -> str:
        return f"mailto:?body={quote(self.text, safe='')}"
