"""A model on loopback that plays a script and keeps what it was sent (chat completions, streamed)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = dict[str, Any]
"""`{"text": ...}`, or `{"calls": [(tool, arguments), ...]}`, or both."""


class Model(ThreadingHTTPServer):
    """Answers the n-th request with the n-th step, the last one again and again."""

    daemon_threads = True

    def __init__(self, script: list[Step]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.lock = threading.Lock()

    def next_step(self, request: dict[str, Any]) -> tuple[int, Step]:
        """Keep the request; the step that answers it, and its number."""
        with self.lock:
            self.requests.append(request)
            number = len(self.requests)
        return number, self.script[min(number, len(self.script)) - 1]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Model

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Stream a step."""
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        number, step = self.server.next_step(request)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        base = {
            "id": f"answer-{number}",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "scripted",
        }
        for choice in chunks(number, step):
            self.send({**base, "choices": [{"index": 0, **choice}]})
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        self.send({**base, "choices": [], "usage": usage})
        self.wfile.write(b"data: [DONE]\n\n")

    def send(self, event: dict[str, Any]) -> None:
        """One server-sent event."""
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()


def chunks(number: int, step: Step) -> Iterator[dict[str, Any]]:
    """A step as the pieces of a stream."""
    yield {"delta": {"role": "assistant", "content": step.get("text", "")}, "finish_reason": None}
    calls = step.get("calls", [])
    for index, (tool, arguments) in enumerate(calls):
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"index": index, "id": f"call_{number}_{index}", "type": "function", "function": function}
        yield {"delta": {"tool_calls": [call]}, "finish_reason": None}
    yield {"delta": {}, "finish_reason": "tool_calls" if calls else "stop"}


@contextmanager
def playing(script: list[Step]) -> Iterator[Model]:
    """A model that listens while the block runs."""
    model = Model(script)
    thread = threading.Thread(target=model.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.shutdown()
        model.server_close()
        thread.join()
