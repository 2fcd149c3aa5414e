/**
 * The client of `test/ci/one-server.ts`, on another machine: it uses the service only through its public address, and prints a line for each
 * step. Environment: BASE_URL, API_KEY, HOOK_URL (its address for others), HOOK_PORT. Ends with 1 when a step fails.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { sendUploadBytes } from '#cli/send-upload-bytes.ts';
import { createServiceClient } from '#front/client/client.ts';
import { verifiedEvent } from '#front/client/verified-event.ts';
import { waitForRender } from '#front/client/wait-for-render.ts';

const { BASE_URL = '', API_KEY = '', HOOK_URL = '', HOOK_PORT = '' } = process.env;
const { origin } = new URL(BASE_URL);
const client = createServiceClient({ baseUrl: BASE_URL, credentials: { apiKey: API_KEY } });

/** The body of a success. */
function must<Body>({ data, error }: { data?: Body; error?: unknown }): Body {
  assert.ok(data !== undefined, JSON.stringify(error));
  return data;
}

async function step(name: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    console.log(`good    ${name}`);
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

const delivered: { raw: string; headers: IncomingHttpHeaders }[] = [];
const hooks = createServer(async (request, response) => {
  delivered.push({
    raw: Buffer.concat(await request.toArray()).toString(),
    headers: request.headers,
  });
  response.end();
});
await new Promise<void>((resolve) => hooks.listen(Number(HOOK_PORT), '127.0.0.1', resolve));

await step('the console, whose policy names the address of files', async () => {
  const page = await fetch(`${BASE_URL}/console`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', new RegExp(`connect-src[^;]*('self'|${origin})`));
});

await step('agents (MCP) over HTTP', async () => {
  const response = await fetch(`${BASE_URL}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': API_KEY,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const text = await response.text();
  assert.ok(text.includes('create_timeline'), `${response.status} ${text.slice(0, 200)}`);
});

let videoUrl = '';
let renderId = '';
let hookSecret = '';
let hookId = '';
await step('an upload, a render and its video', async () => {
  const hook = await client.POST('/webhooks', { body: { url: HOOK_URL, events: ['render.completed'] } });
  ({ id: hookId, signing_secret: hookSecret } = must(hook));
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#0a7d5a' } })
    .png()
    .toBuffer();
  const announced = { content_type: 'image/png', size_bytes: bytes.length } as const;
  const { upload } = must(await client.POST('/uploads', { body: announced }));
  assert.ok(upload.url.startsWith(`${origin}/media/`), upload.url);
  await sendUploadBytes(upload, bytes, 'image', AbortSignal.timeout(20_000));
  const slide = { title: 'Behind a proxy', bullet_points: ['It works'], image: { upload_id: upload.id } };
  const timeline = must(await client.POST('/timelines', { body: { title: 'One server', slides: [slide] } }));
  const output = { resolution: '480p' } as const;
  const render = must(await client.POST('/renders', { body: { timeline_id: timeline.id, output } }));
  renderId = render.id;
  const read = async () => must(await client.GET('/renders/{id}', { params: { path: { id: renderId } } }));
  const ended = await waitForRender(read, { onProgress: () => undefined, signal: AbortSignal.timeout(300_000) });
  assert.equal(ended.status, 'completed');
  videoUrl = ended.output?.url ?? '';
  assert.ok(videoUrl.startsWith(`${origin}/media/`), videoUrl);
  const video = Buffer.from(await (await fetch(videoUrl)).arrayBuffer());
  assert.equal(video.toString('latin1', 4, 8), 'ftyp');
  const part = await fetch(videoUrl, { headers: { range: 'bytes=0-99' } });
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 100]);
});

await step('a signed webhook', async () => {
  for (let wait = 0; wait < 100 && delivered.length === 0; wait++) await delay(100);
  const [first] = delivered;
  const attempts = await client.GET('/webhooks/{id}/deliveries', { params: { path: { id: hookId } } });
  assert.ok(first, `nothing was delivered: ${JSON.stringify(attempts.data?.data)}`);
  const event = verifiedEvent(first.headers, first.raw, hookSecret);
  assert.equal(event.data.id, renderId);
});

await step('a changed address of a file is refused', async () => {
  const changed = await fetch(videoUrl.replace(/(X-Amz-Signature=)./, '$1g'));
  assert.equal(changed.status, 403);
  assert.equal((await fetch(videoUrl.split('?')[0] ?? '')).status, 404);
  assert.equal((await fetch(videoUrl, { method: 'DELETE' })).status, 404);
});

await step('what is for operators is not here', async () => {
  assert.equal((await fetch(`${origin}/metrics`)).status, 404);
  assert.deepEqual(await (await fetch(`${origin}/health/ready`)).json(), { status: 'ready' });
});
hooks.close();
