"""Prints the lines of all log groups of Lambda in an AWS-compatible endpoint, oldest first. Argument: the endpoint."""

import sys
import time

import botocore.session

PREFIX = "/aws/lambda/"
# The emulator answers so many events, the oldest ones, and says nothing of the others.
MOST_EVENTS = 10_000


def read(client, group, start, end):
    """All events of a group between two times, in ms."""
    pages = client.get_paginator("filter_log_events").paginate(logGroupName=group, startTime=start, endTime=end)
    events = pages.build_full_result()["events"]
    if len(events) < MOST_EVENTS or start == end:
        return events
    middle = (start + end) // 2
    return read(client, group, start, middle) + read(client, group, middle + 1, end)


def main(endpoint):
    client = botocore.session.get_session().create_client("logs", endpoint_url=endpoint)
    groups = client.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=PREFIX).build_full_result()
    now = int(time.time() * 1000)
    events = []
    for group in groups["logGroups"]:
        events += read(client, group["logGroupName"], group["creationTime"], now)
    for event in sorted(events, key=lambda event: event["timestamp"]):
        print(event["message"])


main(sys.argv[1])
