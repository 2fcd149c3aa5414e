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
    """The event of a delivery that comes from the service and is at most five minutes old.

    The body is verified as it came: parsed and written again it would not be the same.

    :param headers: of the request; case does not matter
    :param secret: `whsec_…`, as `POST /webhooks` answered it
    :param now: Unix seconds; by default the clock's
    :raises WebhookVerificationError: for a delivery that must not be believed
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
