#!/bin/sh
# Runs a command of the service in a container. The volume may be a folder that is empty, so folders are made here; files of work
# that a kill left behind go after a day.
set -eu
mkdir -p "$TMPDIR"
find "$TMPDIR" -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf {} +
exec video-timeline "$@"
