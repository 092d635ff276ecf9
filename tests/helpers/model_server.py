"""An OpenAI-compatible server of our own on this machine that answers what a test tells it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server does with one request."""

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    is_cut: bool = False
    """Says that the answer stopped for want of room."""
    raw: bytes | None = None
    """Sent as it is, in the place of a well-formed answer."""
    hangs_s: float = 0.0
    drops: bool = False
    """Closes the connection without a word."""


Script = Callable[[dict[str, Any]], Reply]


@dataclass(slots=True)
class ModelServer:
    """The server while a test runs."""

    url: str
    script: Script
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Every request, as it came."""

    def says(self, *texts: str | Reply) -> None:
        """Answer with these in turn, and with the last one ever after."""
        replies = [Reply(t) if isinstance(t, str) else t for t in texts]
        seen = len(self.requests)
        self.script = lambda _request: replies[min(len(self.requests) - seen, len(replies)) - 1]

    @property
    def sent(self) -> str:
        """Everything that was sent to it, as one text."""
        return json.dumps(self.requests, ensure_ascii=False)


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:  # the name that the library calls
            length = int(self.headers.get("content-length", 0))
            request = json.loads(self.rfile.read(length))
            state.requests.append(request)
            reply = state.script(request)
            time.sleep(reply.hangs_s)
            if reply.drops:
                self.close_connection = True
                return
            body, kind = _body(reply, request)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True

        def log_message(self, *_args: object) -> None:
            """Nobody reads it."""

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, BrokenPipeError):
                return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    state = ModelServer(url, lambda _request: Reply('{"blocks": []}'))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _body(reply: Reply, request: dict[str, Any]) -> tuple[bytes, str]:
    if reply.raw is not None:
        return reply.raw, "application/json"
    if reply.status != 200:
        error = {"error": {"message": f"scripted {reply.status}", "type": "scripted"}}
        return json.dumps(error).encode(), "application/json"
    reason = "length" if reply.is_cut else "stop"
    if request.get("stream"):
        return b"".join(_chunks(reply, reason)), "text/event-stream"
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "message": message, "finish_reason": reason}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return json.dumps({**_HEAD, "choices": [choice], "usage": usage}).encode(), "application/json"


_HEAD = {"id": "x", "object": "chat.completion", "created": 1, "model": "scripted"}


def _chunks(reply: Reply, reason: str) -> Iterator[bytes]:
    pieces = [reply.text[i : i + 20] for i in range(0, len(reply.text), 20)]
    for piece in pieces:
        yield _chunk({"role": "assistant", "content": piece}, None)
    yield _chunk({}, reason)
    yield DONE


def _chunk(delta: dict[str, str], reason: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    row = {**_HEAD, "object": "chat.completion.chunk", "choices": [choice]}
    return f"data: {json.dumps(row)}\n\n".encode()
