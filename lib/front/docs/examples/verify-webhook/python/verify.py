import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 5 * 60


def verify_webhook(secret, headers, raw_body, now=None):
    """The event, once it is known to be genuine; raises ValueError when it is not.

    headers: a mapping with lower-case names. raw_body: the bytes as they came, not parsed.
    """
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit():
        raise ValueError("no timestamp")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("too old, or the clocks differ")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{event_id}.{timestamp}.".encode() + raw_body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # Two signatures for a day after a new secret: one that matches is enough.
    for signature in headers.get("webhook-signature", "").split(" "):
        version, _, given = signature.partition(",")
        if version == "v1" and hmac.compare_digest(given.encode(), expected):
            return json.loads(raw_body)
    raise ValueError("no signature matches")
