"""Prints the lines of all log groups of Lambda in an AWS-compatible endpoint, oldest first. Argument: the endpoint."""

import sys

import botocore.session

PREFIX = "/aws/lambda/"


def main(endpoint):
    client = botocore.session.get_session().create_client("logs", endpoint_url=endpoint)
    groups = client.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=PREFIX).build_full_result()
    events = []
    for group in groups["logGroups"]:
        found = client.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"])
        events += found.build_full_result()["events"]
    for event in sorted(events, key=lambda event: event["timestamp"]):
        print(event["message"])


main(sys.argv[1])
