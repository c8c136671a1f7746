"""A result as it leaves the room: its words, and the address of its picture while there is one."""

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class TakenHome:
    """What is taken home of a game or a season: `text`, `picture` (its address), and the `file`.

    `file` is what the picture is called once the phone has saved it, without an ending.
    """

    text: str
    picture: str
    file: str

    @property
    def message(self) -> str:
        """The link that opens a new message with the text in it."""
        # Some phones want the `?`, others the `&`; both read this.
        return f"sms:?&body={quote(self.text, safe='')}"

    @property
    def mail(self) -> str:
        """The link that opens a new mail with the text in it."""
        return f"mailto:?body={quote(self.text, safe='')}"
