"""Lists what is in an AWS-compatible endpoint, as JSON: what a stack may leave behind. Argument: the endpoint."""

import json
import sys

import botocore.session

LISTS = [
    ("cloudformation", "describe_stacks", "Stacks", "StackName"),
    ("lambda", "list_functions", "Functions", "FunctionName"),
    ("lambda", "list_layers", "Layers", "LayerName"),
    ("lambda", "list_event_source_mappings", "EventSourceMappings", "UUID"),
    ("dynamodb", "list_tables", "TableNames", None),
    ("s3", "list_buckets", "Buckets", "Name"),
    ("sqs", "list_queues", "QueueUrls", None),
    ("apigateway", "get_rest_apis", "items", "name"),
    ("logs", "describe_log_groups", "logGroups", "logGroupName"),
    ("iam", "list_roles", "Roles", "RoleName"),
    ("events", "list_rules", "Rules", "Name"),
    ("sns", "list_topics", "Topics", "TopicArn"),
    ("cloudwatch", "describe_alarms", "MetricAlarms", "AlarmName"),
    ("cloudwatch", "list_dashboards", "DashboardEntries", "DashboardName"),
    ("kms", "list_keys", "Keys", "KeyId"),
]


def main(endpoint):
    session = botocore.session.get_session()
    found = {}
    for service, operation, field, name in LISTS:
        client = session.create_client(service, endpoint_url=endpoint)
        # A single answer has 50 functions at most.
        if client.can_paginate(operation):
            answer = client.get_paginator(operation).paginate().build_full_result()
        else:
            answer = getattr(client, operation)()
        entries = answer.get(field, [])
        if operation == "describe_log_groups":
            # A call that ends after its function is gone makes the log group again, here and on AWS: without a retention. Those of
            # the template have one.
            entries = [entry for entry in entries if "retentionInDays" in entry]
        names = [entry if name is None else entry[name] for entry in entries]
        if service == "kms":
            # A key cannot be removed at once: it waits for its end.
            names = [key for key in names if client.describe_key(KeyId=key)["KeyMetadata"]["KeyState"] != "PendingDeletion"]
        if names:
            found[f"{service} {field}"] = sorted(names)
    print(json.dumps(found))


main(sys.argv[1])
