"""Verifies deliveries with the Python client: cases on stdin, what it says of each on stdout."""

import json
import sys

from video_timeline_client import WebhookVerificationError, verified_event


def verdict_of(case):
    try:
        verified_event(case["headers"], case["body"].encode(), case["secret"], now=case["now"])
    except WebhookVerificationError as error:
        return str(error)
    except json.JSONDecodeError:
        # What is genuine and no JSON is no delivery of the service, and not the question here.
        pass
    return "genuine"


print(json.dumps([verdict_of(case) for case in json.load(sys.stdin)]))
