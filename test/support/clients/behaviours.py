"""Runs the table of behaviours with the Python client: cases on stdin, the result of each on stdout."""

import json
import sys

from video_timeline_client import ApiError, VideoClient


def outcome_of(case):
    waits = []
    call = case["call"]
    try:
        with VideoClient(case["base_url"], api_key=call.get("api_key", "key"), sleep=waits.append) as video:
            progress = []
            if call["do"] == "get":
                value = video.get(call["path"])
            elif call["do"] == "post":
                value = video.post(call["path"], call["body"], idempotency_key=call.get("idempotency_key"))
            elif call["do"] == "items":
                value = list(video.items(call["path"]))
            elif call["do"] == "wait":
                value = video.renders.wait_for(call["id"], lambda render: progress.append(render["progress"]))
            else:
                value = video.upload(call["path"], call["bytes"].encode(), content_type=call["content_type"])
            outcome = {"value": value, **({"progress": progress} if progress else {})}
    except ApiError as error:
        told = {
            "status": error.status,
            "code": error.code,
            "param": error.param,
            "faults": len(error.faults),
            "request_id": error.request_id,
        }
        outcome = {"error": {name: value for name, value in told.items() if value}}
    except ValueError as error:
        outcome = {"refused": str(error)}
    return {"outcome": outcome, "waits": waits}


print(json.dumps([outcome_of(case) for case in json.load(sys.stdin)]))
