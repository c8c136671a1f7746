"""Small asynchronous HTTP client that keeps its connection alive like a browser."""

import asyncio
import json
from typing import Any

_TIMEOUT = 30.0  # seconds
Answer = tuple[int, dict[bytes, bytes], bytes]  # status, headers (lower-case names), body


class Connection:
    """HTTP connection of one simulated phone, reopened if the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, values: object = None) -> Answer:
        """Send a GET, or with `values` a JSON POST, and return the answer, or raise OSError."""
        async with asyncio.timeout(_TIMEOUT):
            try:
                return await self._send(path, values)
            except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError):
                self._ends = None  # the server closed the idle connection; a browser reconnects too
                return await self._send(path, values)

    async def _send(self, path: str, values: object) -> Answer:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        writer.write(_request(path, values))
        head = await reader.readuntil(b"\r\n\r\n")
        status, *lines = head.split(b"\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (h.partition(b":") for h in lines)
        }
        length = int(headers.get(b"content-length", 0))
        body = await reader.readexactly(length) if length else b""
        if headers.get(b"connection", b"").lower() == b"close":
            writer.close()
            self._ends = None
        return int(status.split()[1]), headers, body


def _request(path: str, values: object) -> bytes:
    if values is None:
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    body = json.dumps(values).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def post(port: int, path: str, values: object) -> Any:  # noqa: ANN401 - any JSON
    """Post values as JSON on a new connection and return the answer's parsed JSON."""
    _, _, body = await Connection(port).ask(path, values)
    return json.loads(body)
