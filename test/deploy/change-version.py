"""Makes another version of a packaged stage: each function has other code, and the API describes itself with another version.

Arguments: the folder of the package, the version now, the new one. Prints the times by which `serverless rollback` knows the
version that was packaged, and the new one: milliseconds since 1970, as JSON.
"""

import json
import os
import re
import sys
import zipfile
from datetime import datetime, timezone

STATE = "serverless-state.json"
DESCRIPTION = "/get-openapi.mjs"


def change_archive(path, now, new):
    """Adds a file to an archive. Returns how often the version of the description stood in it."""
    found = 0
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        described = [name for name in names if name.endswith(DESCRIPTION)]
        kept = {name: archive.read(name) for name in names} if described else {}
    for name in described:
        # The constant of lib/kernel/shared/service-version.ts, as esbuild writes it: with another, short name.
        pattern = rf"""(=\s*["'`]){re.escape(now)}(["'`])"""
        text, found = re.subn(pattern, rf"\g<1>{new}\g<2>", kept[name].decode())
        kept[name] = text.encode()
    if described:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in kept.items():
                archive.writestr(name, content)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("version.txt", new)
    return found


def change_time(folder):
    """Gives the package a place of its own among the deployments. Returns both times."""
    path = os.path.join(folder, STATE)
    with open(path) as file:
        text = file.read()
    place = json.loads(text)["package"]["artifactDirectoryName"]
    was = int(re.search(r"/(\d+)-[^/]*$", place)[1])
    now = was + 1
    iso = datetime.fromtimestamp(now // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{now % 1000:03}Z"
    with open(path, "w") as file:
        file.write(text.replace(place, f"{place[: place.rindex('/')]}/{now}-{iso}"))
    return {"was": was, "now": now}


def main(folder, now, new):
    archives = [name for name in sorted(os.listdir(folder)) if name.endswith(".zip")]
    found = sum(change_archive(os.path.join(folder, name), now, new) for name in archives)
    if found != 1:
        sys.exit(f"The version {now} was found {found} times.")
    print(json.dumps(change_time(folder)))


main(*sys.argv[1:])
