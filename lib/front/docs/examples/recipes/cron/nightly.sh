#!/usr/bin/env bash
# Makes a video of a deck once a day: nightly.sh DECK VIDEO. Needs curl and python3. A second run on the same day continues
# with the same video, because its requests have the same idempotency keys.
set -euo pipefail
: "${VIDEO_API_URL:?the base address of the service, such as https://api.example.com/v1}"
: "${VIDEO_API_KEY:?an API key of the service}"
deck=${1:?a deck: PPTX, PDF or Markdown}
video=${2:?the file of the video}
# The name of the deck is part of the key, so that two decks make two videos.
day="nightly-$(basename "$deck")-$(date -u +%F)"

call() { curl -sS --fail-with-body --retry 3 -H "x-api-key: $VIDEO_API_KEY" "$@"; }
field() { python3 -c 'import functools, json, sys; print(functools.reduce(lambda o, k: o[k], sys.argv[1].split("."), json.load(sys.stdin)))' "$1"; }

# Polls an address until its import or render has ended, and prints the last answer. Fails if it was not completed.
ended() {
  while true; do
    answer=$(call "$1")
    case $(field status <<<"$answer") in
      completed) printf '%s' "$answer"; return ;;
      failed | canceled) printf '%s\n' "$answer" >&2; return 1 ;;
    esac
    sleep 2
  done
}

import=$(call "$VIDEO_API_URL/timelines/import" -H "idempotency-key: $day" -F "file=@$deck" | field id)
timeline=$(ended "$VIDEO_API_URL/imports/$import" | field timeline_id)
render=$(call "$VIDEO_API_URL/renders" -H "idempotency-key: $day" -H 'content-type: application/json' \
  -d "{\"timeline_id\":\"$timeline\"}" | field id)
url=$(ended "$VIDEO_API_URL/renders/$render" | field output.url)
# The video is renamed when it is complete, so that no program reads a part of it.
curl -sS --fail --retry 3 "$url" -o "$video.part"
mv "$video.part" "$video"
echo "$render"
