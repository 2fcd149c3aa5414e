import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as AgentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { guides } from '#front/docs/guides.ts';
import { runAgent } from '#test/support/agents/agent-run.ts';
import { callTool } from '#test/support/agents/agent-session.ts';
import { transcriptOf } from '#test/support/agents/transcript.ts';
import { isWhole } from '#test/support/depth.ts';
import { allGone, descendantsOf, eventually } from '#test/support/processes/process-tree.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client } from '#test/support/service/start-service.ts';

const service = sharedService();
let client: Client;
/** Whose requests are hostile: with those of `client` they would be more than the plan allows in a minute. */
let hostile: Client;
let other: Client;
let foreign: { id: string; slides: { id: string }[] };

const SECRET_TITLE = 'Merger in silence';

beforeAll(async () => {
  client = await service.account('max');
  hostile = await service.account('max');
  other = await service.account('max');
  foreign = await other.ok('POST', '/timelines', { title: SECRET_TITLE, slides: [{ title: SECRET_TITLE }] });
});

const ERAS = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const;
type Era = keyof typeof ERAS;

/** A client of a protocol revision. @param connect makes its transport */
async function connected(era: Era, transport: Parameters<AgentClient['connect']>[0]): Promise<AgentClient> {
  const agent = new AgentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  await agent.connect(transport);
  expect(agent.getNegotiatedProtocolVersion()).toBe(era);
  return agent;
}

const overHttp = (era: Era, headers: Record<string, string> = { 'x-api-key': client.apiKey }) =>
  connected(
    era,
    new StreamableHTTPClientTransport(new URL(`${service.stack.baseUrl}/mcp`), { requestInit: { headers } }),
  );

const EXAMPLE = join(import.meta.dirname, '../../lib/front/docs/examples/agent-run');
const DECK = join(EXAMPLE, 'bees.md');

const script = join(import.meta.dirname, '../../localstack/cli/commands/mcp.ts');
interface OverStdio {
  agent: AgentClient;
  /** Resolves when no process of it is left: it is killed where it takes more than some seconds to stop. */
  end(): Promise<void>;
}

async function overStdio(era: Era, environment: Record<string, string>): Promise<OverStdio> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script],
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...environment },
    stderr: 'ignore',
  });
  const agent = await connected(era, transport);
  const end = async () => {
    const { pid } = transport;
    if (pid === null) throw new Error('there is no process');
    const all = [pid, ...descendantsOf(pid)];
    await agent.close();
    await eventually('all its processes are gone', () => allGone(all));
  };
  return { agent, end };
}

const TEST_MS = 300_000;

/** From a wrong input to a video that can be fetched. */
async function makeFilm(agent: AgentClient): Promise<void> {
  const wrong = await callTool(agent, 'create_timeline', {
    titel: 'Agents',
    resolution: '480',
    slides: [{ title: 'Hello', bullet_points: 'One', speaker_notes: 'Hello there.' }],
  });
  expect(wrong.isError).toBe(true);
  const repaired = wrong.data.error?.repaired_example;
  expect(repaired).toMatchObject({ title: 'Agents', resolution: '480p', slides: [{ bullet_points: ['One'] }] });

  const made = await callTool(agent, 'create_timeline', repaired ?? {});
  const [slide] = made.data.slides ?? [];
  const place = { timeline_id: made.data.id, slide_id: slide?.id };
  expect((await callTool(agent, 'preview_slide', { ...place, width: 160 })).types).toEqual(['image', 'text']);

  const changed = await callTool(agent, 'update_slides', {
    timeline_id: made.data.id,
    update: [{ id: slide?.id, title: 'Good day' }],
    add: [{ title: 'The end', layout: 'section' }],
  });
  expect(changed.data.slides?.map(({ title }) => title)).toEqual(['Good day', 'The end']);

  expect((await callTool(agent, 'contact_sheet', { timeline_id: made.data.id, width: 200 })).types).toEqual([
    'image',
    'text',
  ]);
  const check = await callTool(agent, 'check_timeline', { timeline_id: made.data.id });
  expect(check.data).toMatchObject({ warnings: [], estimate: { fits_plan: true } });

  const progress: number[] = [];
  let render = await callTool(
    agent,
    'render_video',
    { timeline_id: made.data.id },
    { onprogress: ({ progress: percent }: { progress: number }) => progress.push(percent) },
  );
  while (!['completed', 'failed', 'canceled'].includes(render.data.status ?? ''))
    render = await callTool(agent, 'get_render', { render_id: render.data.id });
  expect(render.data.status).toBe('completed');
  // A client that gave up waiting calls again: no second video.
  const again = await callTool(agent, 'render_video', { timeline_id: made.data.id, wait_seconds: 0 });
  expect(again.data).toMatchObject({ id: render.data.id, status: 'completed' });
  const shown = await callTool(agent, 'get_timeline', { timeline_id: made.data.id });
  expect(shown.data.newest_render).toMatchObject({ id: render.data.id, status: 'completed' });
  const said = await callTool(agent, 'get_transcript', { render_id: render.data.id });
  expect(said.data.slides).toMatchObject([
    { title: 'Good day', said: 'Hello there.' },
    { title: 'The end', said: '' },
  ]);
  const film = await fetch(render.data.output?.url ?? '');
  expect(
    Buffer.from(await film.arrayBuffer())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
}

describe.each(Object.keys(ERAS) as Era[])('the tools over HTTP (%s)', (era) => {
  let agent: AgentClient;
  beforeAll(async () => {
    agent = await overHttp(era);
  });
  afterAll(() => agent.close());

  it('are listed with what they cost, and the guides and the prompt are', async () => {
    const { tools } = await agent.listTools();
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly).toEqual([
      'list_templates',
      'list_voices',
      'search_icons',
      'get_timeline',
      'preview_slide',
      'contact_sheet',
      'check_timeline',
      'get_render',
      'get_transcript',
      'get_batch',
      'list_webhooks',
    ]);
    // Models have all of it in their context, at each turn.
    const sent = Buffer.byteLength(JSON.stringify({ tools }));
    expect(sent).toBeLessThanOrEqual(20_000);
    expect(JSON.stringify(tools)).not.toContain('save_to');
    const { resources } = await agent.listResources();
    expect(resources.map(({ name }) => name)).toEqual(guides.map(({ name }) => name));
    const { contents } = await agent.readResource({ uri: 'guide://variables' });
    expect(JSON.stringify(contents)).toContain('{{name}}');
    const { messages } = await agent.getPrompt({ name: 'narrated_video', arguments: { document: 'All about bees' } });
    expect(JSON.stringify(messages)).toContain('All about bees');
  });

  it('refuse an unknown tool as a fault of the protocol', async () => {
    await expect(agent.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  // The revisions differ in the protocol, not in the tools.
  const itOfNewest = it.runIf(isWhole || era === '2026-07-28');

  itOfNewest('make a film, and repair a wrong input', () => makeFilm(agent), TEST_MS);

  itOfNewest(
    'take a deck as Markdown',
    async () => {
      let made = await callTool(agent, 'create_timeline', {
        markdown: '# Bees\n\n- They fly\n\n---\n\n# Hives\n',
        footer: 'Nature',
      });
      while (made.data.import_id !== undefined)
        made = await callTool(agent, 'create_timeline', { import_id: made.data.import_id, footer: 'Nature' });
      const { data } = await callTool(agent, 'get_timeline', { timeline_id: made.data.timeline_id });
      expect(data).toMatchObject({ footer: 'Nature', slides: [{ title: 'Bees' }, { title: 'Hives' }] });
    },
    TEST_MS,
  );

  it('know nothing of other accounts', async () => {
    const { isError, data } = await callTool(agent, 'get_timeline', { timeline_id: foreign.id });
    expect([isError, data.error?.code]).toEqual([true, 'timeline_not_found']);
  });
});

describe('the tools over stdio', () => {
  const environment = () => ({ VIDEO_API_URL: service.stack.baseUrl, VIDEO_API_KEY: client.apiKey });

  // The transcript below is of a video that is made so, too.
  it.runIf(isWhole)(
    'make a video with a service that runs',
    async () => {
      const { agent, end } = await overStdio('2026-07-28', environment());
      await makeFilm(agent).finally(end);
    },
    TEST_MS,
  );

  it(
    'save a video where they are asked to, and read no file elsewhere',
    async () => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'agent-films-')));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await writeFile(join(folder, 'deck.md'), '# Bees\n\n- They fly\n');
      const { agent, end } = await overStdio('2026-07-28', { ...environment(), INIT_CWD: folder });
      try {
        const elsewhere = await callTool(agent, 'create_timeline', { file: DECK });
        expect(elsewhere.data.error).toMatchObject({ code: 'validation_failed', fields: [{ field: 'file' }] });
        let made = await callTool(agent, 'create_timeline', { file: 'deck.md' });
        while (made.data.import_id !== undefined)
          made = await callTool(agent, 'create_timeline', { import_id: made.data.import_id });
        const place = { timeline_id: made.data.timeline_id, narration: 'none', output: { resolution: '480p' } };
        const outside = await callTool(agent, 'render_video', { ...place, save_to: '/etc/film.mp4' });
        expect(outside.data.error).toMatchObject({ fields: [{ field: 'save_to' }] });
        let film = await callTool(agent, 'render_video', { ...place, save_to: 'film.mp4' });
        while (film.data.saved_to === undefined && !film.isError)
          film = await callTool(agent, 'get_render', { render_id: film.data.id, save_to: 'film.mp4' });
        expect(film.data.saved_to).toBe(join(folder, 'film.mp4'));
        expect((await readFile(join(folder, 'film.mp4'))).subarray(4, 8).toString()).toBe('ftyp');
      } finally {
        await end();
      }
    },
    TEST_MS,
  );

  it(
    'make a video of a document, as the transcript in the guide shows',
    async () => {
      const { agent, end } = await overStdio('2026-07-28', environment());
      const video = join(service.directory, 'agent-run.mp4');
      const run = await runAgent(agent, DECK, video).finally(end);
      expect(run.film).toEqual({
        seconds: expect.closeTo(run.film.told_seconds, 2),
        told_seconds: expect.any(Number),
        frames: Math.round(run.film.told_seconds * 30),
        has_sound: true,
      });
      const [refused, , warned, , good] = run.steps.map(({ answer }) => answer);
      expect([refused?.isError, refused?.data.error?.code]).toEqual([true, 'validation_failed']);
      expect(warned?.data.warnings).toHaveLength(1);
      expect(good?.data.warnings).toEqual([]);
      await expect(transcriptOf(run, DECK)).toMatchFileSnapshot(join(EXAMPLE, 'transcript.md'));
    },
    TEST_MS,
  );

  it(
    'are the same in the revision before',
    async () => {
      const { agent, end } = await overStdio('2025-11-25', environment());
      const { data } = await callTool(agent, 'list_voices', { language: 'de' }).finally(end);
      expect(data.voices).toContainEqual(expect.objectContaining({ language: 'de' }));
    },
    TEST_MS,
  );

  it.runIf(isWhole)(
    'start their own service where none runs, with an account that stays',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'agents-'));
      try {
        const first = await overStdio('2026-07-28', { DATA_DIR: dataDir });
        const made = await callTool(first.agent, 'create_timeline', { title: 'Kept' }).finally(first.end);
        expect(made.data.id).toMatch(/^tl_/);
        expect(made.isError).toBeFalsy();
        const second = await overStdio('2026-07-28', { DATA_DIR: dataDir });
        const { data } = await callTool(second.agent, 'get_timeline', { timeline_id: made.data.id }).finally(
          second.end,
        );
        expect(data.title).toBe('Kept');
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    2 * TEST_MS,
  );
});

describe('batches and webhooks over the tools', () => {
  it(
    'are made, looked at and ended',
    async () => {
      const agent = await overHttp('2026-07-28');
      onTestFinished(() => agent.close());
      const made = await callTool(agent, 'create_timeline', {
        title: 'For {{name}}',
        variables: { name: null },
        slides: [{ title: 'Hello {{name}}' }],
      });
      const options = { timeline_id: made.data.id, narration: 'none', output: { resolution: '480p' } };
      // As many as cannot have ended when they are canceled.
      const csv = ['external_id;name', ...Array.from({ length: 200 }, (_, row) => `c${row};Ada ${row}`)].join('\n');
      const batch = await callTool(agent, 'create_batch', { ...options, csv });
      expect(batch.data).toMatchObject({ counts: { total: 200 } });
      const seen = await callTool(agent, 'get_batch', { batch_id: batch.data.id });
      expect(seen.data).toMatchObject({ id: batch.data.id, counts: { total: 200 } });
      const ended = await callTool(agent, 'cancel_batch', { batch_id: batch.data.id });
      expect(ended.data).toMatchObject({ status: 'canceled', counts: { total: 200, waiting: 0, running: 0 } });
      const rows = await callTool(agent, 'create_batch', { ...options, rows: [{ variables: { nmae: 'Ada' } }] });
      expect([rows.isError, rows.data.error?.code]).toEqual([true, 'variable_unknown']);

      const receiver = await startReceiver();
      onTestFinished(() => receiver.stop());
      const webhook = await callTool(agent, 'create_webhook', { url: receiver.url, events: ['render.completed'] });
      expect(webhook.data.signing_secret).toMatch(/^whsec_/);
      const { data } = await callTool(agent, 'list_webhooks', {});
      expect(data.webhooks).toContainEqual(expect.objectContaining({ id: webhook.data.id, url: receiver.url }));
      expect(JSON.stringify(data)).not.toContain('whsec_');
      const gone = await callTool(agent, 'delete_webhook', { webhook_id: webhook.data.id });
      expect(gone.data).toMatchObject({ deleted: true });
    },
    TEST_MS,
  );
});

describe('a page of another site', () => {
  const ask = (origin: string | undefined) =>
    fetch(`${service.stack.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': client.apiKey,
        ...(origin === undefined ? {} : { origin }),
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example:3000'])('is refused: %s', async (origin) => {
    const response = await ask(origin);
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([403, 'origin_not_allowed']);
  });

  it('is one that is neither the service nor allowed by its operator', async () => {
    for (const origin of [new URL(service.stack.baseUrl).origin, undefined])
      expect((await ask(origin)).status).toBe(200);
  });
});

describe('a request without credentials', () => {
  it('learns where to find out who issues them', async () => {
    const response = await fetch(`${service.stack.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(response.status).toBe(401);
    const url = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
    const metadata = await fetch(url ?? '');
    expect(await metadata.json()).toMatchObject({ resource: expect.stringMatching(/\/v1\/mcp$/) });
  });
});

it('guides are given as Markdown, and language models are notified of them', async () => {
  const text = await (await fetch(`${service.stack.baseUrl}/llms.txt`)).text();
  const addresses = [...text.matchAll(/\((\S+\.md)\)/g)].flatMap(([, address]) => address ?? []);
  expect(addresses.length).toBeGreaterThan(guides.length);
  for (const address of addresses) {
    const guide = await fetch(address);
    expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await guide.text()).toMatch(/^# /);
  }
});

const tool = (name: string, input: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const IDS = [
  '../me',
  '..%2Fme',
  'tl_/../../me',
  "' OR 1=1 --",
  '{{7*7}}',
  '\0',
  'x'.repeat(5000),
  '\ud800',
  '*',
  ' ',
  '💥',
  '%00',
];
const ADDRESSES = [
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  'file:///etc/passwd',
  'https://localhost:1/x.pptx',
  'https://[::1]/x.pptx',
  'https://2130706433/x.pdf',
  'https://user:pass@127.0.0.1/x.pdf',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'x',
];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'x'.repeat(10_000),
  '../list_templates',
  '\0',
];

/** What is sent, as JSON. */
const HOSTILE: [string, string][] = [
  ...IDS.map((id): [string, string] => [
    `the id ${id.slice(0, 20)}`,
    JSON.stringify(tool('get_timeline', { timeline_id: id })),
  ]),
  ...IDS.map((id): [string, string] => [
    `a preview of ${id.slice(0, 20)}`,
    JSON.stringify(tool('preview_slide', { timeline_id: id, slide_id: id })),
  ]),
  ...ADDRESSES.map((url): [string, string] => [`the address ${url}`, JSON.stringify(tool('create_timeline', { url }))]),
  ...NAMES.map((name): [string, string] => [`the tool ${name.slice(0, 20)}`, JSON.stringify(tool(name, {}))]),
  ['a file of the server', JSON.stringify(tool('create_timeline', { file: '/etc/passwd' }))],
  [
    'a key that changes prototypes',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_timeline","arguments":{"__proto__":{"timeline_id":"x"}}}}',
  ],
  ['constructor as a field', JSON.stringify(tool('create_timeline', { title: 'A', constructor: { prototype: 1 } }))],
  [
    'slides without end',
    JSON.stringify(tool('create_timeline', { title: 'A', slides: Array.from({ length: 3000 }, () => ({})) })),
  ],
  [
    'nesting',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_timeline","arguments":${nested(2000)}}}`,
  ],
  [
    'deep nesting',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_timeline","arguments":${nested(20_000)}}}`,
  ],
  ['arguments that are a list', JSON.stringify(tool('get_timeline', ['x']))],
  ['arguments that are a text', JSON.stringify(tool('get_timeline', 'x'))],
  [
    'a number without end',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"preview_slide","arguments":{"timeline_id":"a","slide_id":"b","width":1e999}}}',
  ],
  [
    'a name of a variable that is a method',
    JSON.stringify(tool('render_video', { timeline_id: 'a', variables: { constructor: 'x' } })),
  ],
  ['an upload of others', JSON.stringify(tool('create_timeline', { import_id: 'imp_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' }))],
  [
    'a webhook to this machine',
    JSON.stringify(tool('render_video', { timeline_id: 'a', webhook_url: 'http://169.254.169.254/' })),
  ],
  [
    'a resource outside',
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"guide://../../../etc/passwd"}}',
  ],
  ['a file as a resource', '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}'],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"admin/keys","params":{}}'],
  ['an unknown prompt', '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"__proto__"}}'],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'],
  ['no JSON', '{"jsonrpc":'],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}'],
  ['no method', '{"jsonrpc":"2.0","id":1}'],
  ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}'],
];

describe('hostile input', () => {
  it('is tried in many ways', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  });

  it.each(HOSTILE)('breaks and tells nothing: %s', async (_, body) => {
    const response = await fetch(`${service.stack.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': hostile.apiKey },
      body,
    });
    const text = await response.text();
    expect(response.status, text.slice(0, 300)).toBeLessThan(500);
    const forbidden = [hostile.apiKey, other.apiKey, SECRET_TITLE, 'root:', 'node_modules', '.ts:', 'internal_error'];
    expect(forbidden.filter((told) => text.includes(told))).toEqual([]);
  });

  it.each(['get_timeline', 'update_slides', 'preview_slide', 'contact_sheet', 'check_timeline', 'render_video'])(
    'reaches no other account: %s',
    async (name) => {
      const place = {
        timeline_id: foreign.id,
        ...(name === 'preview_slide' ? { slide_id: foreign.slides[0]?.id } : {}),
      };
      const response = await fetch(`${service.stack.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': hostile.apiKey },
        body: JSON.stringify(tool(name, place)),
      });
      const text = await response.text();
      expect(text).toContain('timeline_not_found');
      expect(text).not.toContain(SECRET_TITLE);
    },
  );
});
