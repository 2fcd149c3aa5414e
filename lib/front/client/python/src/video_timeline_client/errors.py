"""The errors of the client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class NoAnswer(Exception):
    """There is no complete answer: the connection was refused or broke, or the request timed out."""


class WebhookVerificationError(Exception):
    """A delivery that cannot be verified: it may be forged or too old."""


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
    """An error answer. Its message has the request, the status, the code, the reason, the request id and each fault."""

    def __init__(self, method: str, path: str, status: int, body: str, headers: Mapping[str, str]) -> None:
        error = _refusal_in(body)
        self.status = status
        #: `error.code`; `unreadable_answer` if the body does not have the error shape of the service.
        self.code: str = error.get("code", "unreadable_answer")
        self.request_id: str | None = error.get("request_id") or headers.get("x-request-id")
        #: The address of the page that explains the code.
        self.doc_url: str | None = error.get("doc_url")
        #: The field or limit that caused the error, such as `slides[0].title`.
        self.param: str | None = error.get("param")
        #: All faults of the request, each with `param` and `message`; empty if the answer lists none.
        self.faults: list[dict[str, str]] = error.get("errors") or []
        #: Seconds after which the same request may succeed; None unless the answer is a 429 with `retry-after`.
        self.retry_after_seconds = _seconds_in(headers.get("retry-after")) if status == 429 else None
        said = error.get("message") or body.strip()[:200] or "an empty body"
        named = f" ({self.request_id})" if self.request_id else ""
        lines = [f"{method} {path} answered {status} {self.code}: {said}{named}"]
        # A single fault is already in the message.
        if len(self.faults) > 1:
            lines += [f"  {fault.get('param')}: {fault.get('message')}" for fault in self.faults]
        super().__init__("\n".join(lines))
