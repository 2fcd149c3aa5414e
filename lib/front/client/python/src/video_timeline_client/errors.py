"""The errors of the client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class NoAnswer(Exception):
    """No whole answer came: nothing listens there, the connection broke, or it took too long."""


class WebhookVerificationError(Exception):
    """A delivery that must not be trusted."""


def _refusal_in(body: str) -> dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        return {}
    error = parsed.get("error") if isinstance(parsed, dict) else None
    return error if isinstance(error, dict) and isinstance(error.get("code"), str) else {}


def _seconds_in(text: str | None) -> float | None:
    try:
        seconds = float(text or "")
    except ValueError:
        return None
    return seconds if seconds >= 0 else None


class ApiError(Exception):
    """The service refused a request, or failed at it. The message has code, message, request id and each fault."""

    def __init__(self, method: str, path: str, status: int, body: str, headers: Mapping[str, str]) -> None:
        error = _refusal_in(body)
        self.status = status
        #: `error.code`; `unreadable_answer` when the body is not in the service's error shape.
        self.code: str = error.get("code", "unreadable_answer")
        self.request_id: str | None = error.get("request_id") or headers.get("x-request-id")
        #: The address of the page that explains the code.
        self.doc_url: str | None = error.get("doc_url")
        #: The field or limit that it is about, as in `slides[0].title`.
        self.param: str | None = error.get("param")
        #: Each fault of the request, where it has several: `param` and `message`.
        self.faults: list[dict[str, str]] = error.get("errors") or []
        #: Seconds after which the same request may succeed; None where the answer is no rate limit that says so.
        self.retry_after_seconds = _seconds_in(headers.get("retry-after")) if status == 429 else None
        said = error.get("message") or body.strip()[:200] or "an empty body"
        named = f" ({self.request_id})" if self.request_id else ""
        lines = [f"{method} {path} answered {status} {self.code}: {said}{named}"]
        # A single fault is already in the message.
        if len(self.faults) > 1:
            lines += [f"  {fault.get('param')}: {fault.get('message')}" for fault in self.faults]
        super().__init__("\n".join(lines))
