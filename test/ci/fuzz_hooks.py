"""Schemathesis hooks: spreads the requests over accounts, and makes some of them name things that exist.

FUZZ_FIXTURES is a JSON list of accounts: {"api_key", "ids": {beginning of a path: {parameter: value}}, "timelines": [filled, empty]}.
"""

import atexit
import collections
import itertools
import json
import os

import schemathesis

ACCOUNTS = json.loads(os.environ["FUZZ_FIXTURES"])
numbers = itertools.count()

# How many requests each operation got: written for the caller when the process ends.
sent = collections.Counter()


@atexit.register
def tell_counts():
    with open(os.path.join(os.environ["FUZZ_COUNTS"], f"counts-{os.getpid()}.json"), "w") as file:
        json.dump(sent, file)


# One render in so many is of a timeline that has slides: it is really made, and costs seconds.
RENDERED_ONE_IN = 40


def is_negative(case):
    return case.meta is not None and case.meta.generation.mode.is_negative


@schemathesis.hook
def before_call(context, case, **kwargs):
    number = next(numbers)
    sent[f"{case.operation.method.upper()} {case.operation.path}"] += 1
    account = ACCOUNTS[number % len(ACCOUNTS)]
    case.headers = dict(case.headers or {})
    case.headers["x-api-key"] = account["api_key"]
    # What is to be refused for its very values stays as it is, and so does one of four valid requests: 404 is an answer too.
    if is_negative(case) or number % 4 == 0:
        return
    name_things(case, account, number)
    say_no_more(case)


def say_no_more(case):
    """Leaves out what would have a request refused before it gets anywhere: one key for all, and a version of long ago."""
    case.headers.pop("idempotency-key", None)
    if case.method == "PUT" and isinstance(case.body, dict):
        case.body.pop("version", None)


def name_things(case, account, number):
    path = case.operation.path
    resource = max((start for start in account["ids"] if path.startswith(start)), key=len, default=None)
    if resource is not None and case.path_parameters and not deletes_all(case):
        for parameter, value in account["ids"][resource].items():
            if parameter in case.path_parameters:
                case.path_parameters[parameter] = value
    if path == "/renders" and isinstance(case.body, dict) and "timeline_id" in case.body:
        filled, empty = account["timelines"]
        case.body["timeline_id"] = filled if number % RENDERED_ONE_IN == 1 else empty


def deletes_all(case):
    """What is deleted is not there for the requests that follow; the image of a slide and the music may go."""
    return case.method == "DELETE" and not case.operation.path.endswith(("/images", "/background-audio"))
