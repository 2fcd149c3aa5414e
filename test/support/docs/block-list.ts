/** The test that runs a block, or why none can. */
type Handling = { runBy: string } | { cannot: string };

/** The blocks that run against the service of the end-to-end tests. */
export const GUIDE_TEST = 'test/e2e/guide-blocks.test.ts';
/** The blocks of Python, which need the client as pip installs it. */
export const PYTHON_TEST = 'test/e2e/python-client.test.ts';
const EVENTS_TEST = 'test/unit/docs/event-bodies.test.ts';
const VERIFY_TEST = 'test/unit/examples/webhook-guide.test.ts';
const SUMMARY_TEST = 'test/unit/cli/rendered-deck-summary.test.ts';
const CI = '.ci/run';

const AWS: Handling = { cannot: 'It asks or changes an account of AWS.' };
const ASSISTANT: Handling = {
  cannot:
    'It is for the program of an assistant; test/e2e/agents.test.ts starts what it names and connects by both ways.',
};

const inGuide = (guide: string, blocks: Readonly<Record<string, Handling>>) =>
  Object.fromEntries(
    Object.entries(blocks).map(([line, handling]) => [`lib/front/docs/guides/${guide}.md: ${line}`, handling]),
  );

/** Every block of code that a user may paste, by its document and first line. A block that is not here fails the unit tests. */
export const BLOCKS: Readonly<Record<string, Handling>> = {
  'README.md: npm ci && npm run demo    # starts the service, makes out/demo.mp4 from a sample deck through the API, stops':
    {
      runBy: CI,
    },
  'README.md: API=http://localhost:3000/v1': { runBy: 'test/e2e/readme.test.ts' },
  'CONTRIBUTING.md: npm ci': { runBy: CI },
  'lib/front/client/README.md: npm run client                         # builds the package into out/client': {
    cannot:
      'npm compiles and packs the whole client, for ten seconds; the types step of .ci/run compiles the same files.',
  },
  "lib/front/client/README.md: import { writeFile } from 'node:fs/promises';": { runBy: GUIDE_TEST },
  "lib/front/client/README.md: import { readFile } from 'node:fs/promises';": { runBy: GUIDE_TEST },
  "lib/front/client/README.md: import { createServer } from 'node:http';": { runBy: GUIDE_TEST },
  'lib/front/client/python/README.md: python3 -m venv .venv': { runBy: PYTHON_TEST },
  'lib/front/client/python/README.md: from urllib.request import urlretrieve': { runBy: PYTHON_TEST },
  'lib/front/client/python/README.md: from pathlib import Path': { runBy: PYTHON_TEST },
  'lib/front/client/python/README.md: from http.server import BaseHTTPRequestHandler, HTTPServer': {
    runBy: PYTHON_TEST,
  },
  ...inGuide('agents', {
    'claude mcp add video -- npm run -s mcp --prefix /path/to/this/repository -- --allow-folder ~/decks': ASSISTANT,
    '{ "mcpServers": {': ASSISTANT,
    '{ "servers": {': ASSISTANT,
    '{ "error": { "code": "unknown_field", "message": "titel: Unknown field. Did you mean `title`?",': {
      runBy: GUIDE_TEST,
    },
  }),
  ...inGuide('batches', {
    '{ "timeline_id": "tl_…", "webhook_url": "https://example.com/videos",': { runBy: GUIDE_TEST },
    'curl "$API/batches?timeline_id=$TIMELINE&resolution=720p" -H "x-api-key: $KEY" -H \'content-type: text/csv\' --data-binary @rows.csv':
      { runBy: GUIDE_TEST },
    'external_id,name,offer': { runBy: GUIDE_TEST },
  }),
  ...inGuide('configuration', {
    'export AWS_REGION=us-east-1 TABLE_NAME=video-render-dev   # video-render-<stage>': AWS,
  }),
  ...inGuide('one-server', {
    'npm run backup -- /var/backups/video-timeline --keep 7    # a folder for each, named by its time; the seven newest stay':
      {
        cannot: 'It writes into folders of the system; test/chaos/backup.test.ts runs both commands.',
      },
    'useradd --system --home-dir /var/lib/video-timeline video': {
      cannot: 'It changes the system; test/unit/stack/systemd.test.ts checks the units.',
    },
    'npm start &                                  # as on a laptop: only this machine reaches it': {
      cannot: 'It needs a name with a certificate; test/ci/one-server.ts does the same with one of its own.',
    },
    '# Caddyfile: Caddy gets the certificate by itself': {
      cannot: 'It is for Caddy; test/ci/one-server.ts starts one with the same proxy.',
    },
    'echo DOMAIN=video.example.com >.env': {
      cannot: 'It needs a name with a certificate; test/ci/container.ts makes an account and a video in the image.',
    },
    'docker compose exec service video-timeline backup /data/backup.tar': {
      cannot: 'It needs the container; test/chaos/backup.test.ts runs the command.',
    },
    'docker run --rm --init --network host --volume video-timeline:/data video-timeline': {
      cannot: 'It needs the image; test/ci/container.ts starts it.',
    },
    'client_max_body_size 2g;': {
      cannot: 'It is for nginx; `node test/ci/one-server.ts nginx` starts one with these settings.',
    },
    'curl http://localhost:3000/health/ready': {
      cannot: 'It has no result to compare; test/unit/stack/readiness-and-metrics-sources.test.ts reads both answers.',
    },
  }),
  ...inGuide('console', {
    'npm run console -- --api https://api.example.com/v1 --storage https://NAME.s3.REGION.amazonaws.com --out out/console':
      {
        runBy: GUIDE_TEST,
      },
  }),
  ...inGuide('data', {
    'npm run account -- delete --account ID          # --wait for its end, --json for one object': {
      runBy: GUIDE_TEST,
    },
  }),
  ...inGuide('decks', {
    'npm run render -- talk.pptx -o talk.mp4': { runBy: 'test/e2e/render-command.test.ts' },
    'npm run render -- slides.md -o talk.mp4 --watch': { runBy: 'test/e2e/render-command.test.ts' },
    'Video    2 slides, 6.0 s (0:06 min), 854×480 at 30 fps': { runBy: SUMMARY_TEST },
    '<!-- slide: layout=image_left duration_seconds=8 build=by_bullet -->': { runBy: GUIDE_TEST },
    '~~~chart': { runBy: 'test/unit/deck-reading/markdown-charts.test.ts' },
  }),
  ...inGuide('files', {
    '{ "title": "At dawn", "image": { "url": "https://example.com/harbour.jpg", "fit": "contain", "alt": "Boats at a quay" } }':
      {
        runBy: GUIDE_TEST,
      },
    '{ "title": "Monthly news", "intro": { "upload_id": "up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E" }, "outro": { "upload_id": "up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E", "trim": { "from": 1 }, "muted": true } }':
      { runBy: GUIDE_TEST },
    '{ "title": "Welcome", "speaker_notes": "Everything is in one window now.", "presenter": { "upload_id": "up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E", "place": "bottom_right", "shape": "circle" } }':
      { runBy: GUIDE_TEST },
    '{ "title": "The new editor", "video": { "upload_id": "up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E", "trim": { "from": 2, "to": 14 }, "place": "right" } }':
      { runBy: GUIDE_TEST },
  }),
  ...inGuide('imports', {
    'curl -H "x-api-key: $KEY" -F file=@talk.pptx -F pdf=@talk.pdf "$API/timelines/import"': { runBy: GUIDE_TEST },
  }),
  ...inGuide('first-video', {
    'import base64, hashlib, hmac, json, os, time': { runBy: GUIDE_TEST },
    "import { createHmac, timingSafeEqual } from 'node:crypto';": { runBy: GUIDE_TEST },
    'pip install ./lib/front/client/python                    # Python: from video_timeline_client import VideoClient':
      {
        cannot:
          'The documents of both clients have these commands; test/e2e/python-client.test.ts installs the client of Python.',
      },
  }),
  ...inGuide('each-customer', {
    'API=http://localhost:3000/v1': { runBy: GUIDE_TEST },
  }),
  ...inGuide('looks', {
    'curl -s "$API/timelines" -H "x-api-key: $KEY" -H \'content-type: application/json\' -d \'{': { runBy: GUIDE_TEST },
    '{ "template_id": "midnight", "slide_numbers": true,': { runBy: GUIDE_TEST },
    '{ "url": "https://acme.example", "name": "Acme" }': { runBy: GUIDE_TEST },
    '{ "name": "Acme", "base": "plain",': { runBy: GUIDE_TEST },
    '{ "title": "Build or buy", "layout": "comparison",': { runBy: GUIDE_TEST },
    '{ "title": "The harbour, then and now",': { runBy: GUIDE_TEST },
    '{ "title": "Revenue doubled in the spring",': { runBy: GUIDE_TEST },
    '{ "title": "Plan and result", "markup": "inline",': { runBy: GUIDE_TEST },
    '{ "title": "Larger teams ship more, up to a size",': { runBy: GUIDE_TEST },
    '{ "title": "Customers are happy",': { runBy: GUIDE_TEST },
  }),
  ...inGuide('narration', {
    '{ "title": "Prices", "language": "en",': { runBy: GUIDE_TEST },
    '{ "title": "Interview",': { runBy: GUIDE_TEST },
    'export NARRATION_ENGINE=command': {
      cannot:
        'Piper and a voice of it are not part of this project; test/integration/cli/voice-command.test.ts runs the command with another program.',
    },
  }),
  ...inGuide('requests', {
    '{ "error": { "type": "invalid_request_error", "code": "unknown_field", "message": "titel: Unknown field. Did you mean `title`?",':
      {
        runBy: GUIDE_TEST,
      },
  }),
  ...inGuide('runbook', {
    'export AWS_REGION=us-east-1 STAGE=dev': AWS,
    'aws service-quotas get-service-quota --service-code lambda --quota-code L-B99A9384 --query Quota.Value': AWS,
    'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000':
      AWS,
    'npm ci': { runBy: CI },
    'npm run deploy -- --stage $STAGE --region $AWS_REGION --package .serverless --verbose': AWS,
    'export BASE_URL=https://…/v1   # BaseUrl': AWS,
    'git pull && npm ci          # or the last green commit': AWS,
    'npx serverless deploy list --stage $STAGE --region $AWS_REGION          # times of the last deployments': AWS,
    'URL=$(aws sqs get-queue-url --queue-name video-render-$STAGE-renders-dlq --query QueueUrl --output text)': AWS,
    'ARN=$(aws sqs get-queue-attributes --queue-url $URL --attribute-names QueueArn --query Attributes.QueueArn --output text)':
      AWS,
    'aws dynamodb restore-table-to-point-in-time --source-table-name $TABLE_NAME \\': AWS,
    'for f in $(aws lambda list-functions --query "Functions[?starts_with(FunctionName, \'video-render-$STAGE-\')].FunctionName" --output text)':
      AWS,
    'aws dynamodb update-table --table-name $TABLE_NAME --no-deletion-protection-enabled': AWS,
    'aws dynamodb update-table --table-name $TABLE_NAME --deletion-protection-enabled \\': AWS,
    'npm run account -- export --account acc_…    # if its owner asked for the data': AWS,
  }),
  ...inGuide('variables', {
    '{ "title": "For {{name}}", "variables": { "name": null, "offer": "our newsletter" },': { runBy: GUIDE_TEST },
    '{ "timeline_id": "tl_…", "variables": { "name": "Ada" } }': { runBy: GUIDE_TEST },
  }),
  ...inGuide('webhooks', {
    '{ "event": "render.completed",': { runBy: EVENTS_TEST },
    '{ "event": "render.failed",': { runBy: EVENTS_TEST },
    '{ "event": "render.progress",': { runBy: EVENTS_TEST },
    "import { Webhook } from 'standardwebhooks';": { runBy: VERIFY_TEST },
    'import base64': { runBy: VERIFY_TEST },
    'package webhook': { runBy: VERIFY_TEST },
  }),
};
