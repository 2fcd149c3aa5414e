"""Verification of deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from .errors import WebhookVerificationError

_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"
_SIGNED_BY = ("webhook-id", "webhook-timestamp", "webhook-signature")


def verified_event(
    headers: Mapping[str, str], body: bytes | str, secret: str, *, now: float | None = None
) -> dict[str, Any]:
    """Verifies a delivery: it was signed by the service and is at most five minutes old. Returns its event.

    :param headers: headers of the request; the case of their names does not matter
    :param body: the unchanged body: if it were parsed and written again, its signature would not match
    :param secret: the signing secret, `whsec_…`, from the answer of `POST /webhooks`
    :param now: Unix seconds; by default the current time
    :raises WebhookVerificationError: for a delivery that cannot be verified
    """
    named = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in _SIGNED_BY if not named.get(name)]
    if missing:
        raise WebhookVerificationError(f"The delivery has no header {', '.join(missing)}.")
    event_id, sent, given = (named[name] for name in _SIGNED_BY)
    raw = body.encode() if isinstance(body, str) else body
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
        age = abs((time.time() if now is None else now) - int(sent))
    except (binascii.Error, ValueError) as error:
        raise WebhookVerificationError("The secret or the time of the delivery cannot be read.") from error
    if age > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The delivery is older than five minutes, or from the future.")
    wanted = base64.b64encode(hmac.new(key, f"{event_id}.{sent}.".encode() + raw, hashlib.sha256).digest()).decode()
    signatures = [value.removeprefix("v1,") for value in given.split(" ") if value.startswith("v1,")]
    if not any(hmac.compare_digest(wanted.encode(), signature.encode()) for signature in signatures):
        raise WebhookVerificationError("No signature of the delivery is that of its body.")
    event: dict[str, Any] = json.loads(raw)
    return event
