"""A model on loopback that plays a script and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from wires import Step, events

__all__ = ["Model", "Step", "playing"]


class Model(ThreadingHTTPServer):
    """Answers the n-th request with the n-th step, the last one again and again.

    A request that `aside` is true of is no turn of the session (a title is asked for, say): it is
    answered with a word, and not kept.
    """

    daemon_threads = True

    def __init__(self, script: list[Step], aside: Callable[[dict[str, Any]], bool]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.aside = aside
        self.requests: list[dict[str, Any]] = []
        self.lock = threading.Lock()

    def next_step(self, request: dict[str, Any]) -> tuple[int, Step]:
        """Keep the request; the step that answers it, and its number."""
        if self.aside(request):
            return 0, {"text": "Aside"}
        with self.lock:
            self.requests.append(request)
            number = len(self.requests)
        return number, self.script[min(number, len(self.script)) - 1]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Model

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """No list of models, nor anything else."""
        self.send_error(404)

    def do_POST(self) -> None:
        """Stream a step."""
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        number, step = self.server.next_step(request)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for name, data in events(self.path, number, step):
            head = f"event: {name}\n" if name else ""
            text = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write(f"{head}data: {text}\n\n".encode())
            self.wfile.flush()


@contextmanager
def playing(script: list[Step], aside: Callable[[dict[str, Any]], bool] = lambda _: False) -> Iterator[Model]:
    """A model that listens while the block runs."""
    model = Model(script, aside)
    thread = threading.Thread(target=model.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.shutdown()
        model.server_close()
        thread.join()
