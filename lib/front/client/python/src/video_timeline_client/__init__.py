"""Client of the Video Timeline and Render Service."""

from .client import Renders, Tagged, VideoClient
from .errors import ApiError, NoAnswer, WebhookVerificationError
from .webhooks import verified_event

__all__ = ["ApiError", "NoAnswer", "Renders", "Tagged", "VideoClient", "WebhookVerificationError", "verified_event"]
