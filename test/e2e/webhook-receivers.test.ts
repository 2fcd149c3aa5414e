import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RenderAnswer } from '#features/renders/view.ts';
import { spellings } from '#test/support/egress/spellings.ts';
import { needing } from '#test/support/service/needing.ts';
import { type Received, startReceiver } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';
import {
  type ExampleCase,
  inGo,
  inPython,
  inTypeScript,
  skipReason,
  type VerifyExample,
} from '#test/support/webhooks/verify-examples.ts';

interface Created {
  id: string;
  signing_secret: string;
}
const EVENTS = ['render.completed', 'render.failed', 'render.progress'];

const service = sharedService();
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** Every answer but those that show a secret for the first time. */
const answers: string[] = [];
const secrets: string[] = [];

beforeAll(async () => {
  client = await service.account('pro');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
});

async function noted(method: string, path: string, body?: unknown): Promise<void> {
  answers.push(JSON.stringify(await client.ok(method, path, body)));
}

async function createWebhook(url: string): Promise<Created> {
  const webhook = await client.ok<Created>('POST', '/webhooks', { url, events: EVENTS });
  secrets.push(webhook.signing_secret);
  return webhook;
}

/** What the receiver gets of a test event. */
async function tested(id: string): Promise<Received> {
  const before = receiver.received.length;
  await noted('POST', `/webhooks/${id}/test`, { event: 'render.completed' });
  const delivery = receiver.received[before];
  if (!delivery) throw new Error('nothing came');
  return delivery;
}

const caseOf = ({ headers, raw }: Received, secret: string): ExampleCase => ({
  secret,
  headers,
  body: raw,
  now: Math.floor(Date.now() / 1000),
});

describe('a delivery', () => {
  let cases: ExampleCase[];
  beforeAll(async () => {
    const { id, signing_secret: old } = await createWebhook(receiver.url);
    const one = await tested(id);
    const { signing_secret: next } = await client.ok<Created>('POST', `/webhooks/${id}/rotate-secret`);
    secrets.push(next);
    const two = await tested(id);
    expect(two.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    const forged = caseOf(two, next);
    cases = [
      caseOf(one, old),
      caseOf(two, old),
      caseOf(two, next),
      caseOf(one, next),
      { ...forged, body: `${forged.body} ` },
    ];
    await noted('GET', `/webhooks/${id}/deliveries`);
    await noted('GET', `/webhooks/${id}`);
  });

  const LANGUAGES: readonly [string, VerifyExample, string[]][] = [
    ['TypeScript', inTypeScript, []],
    ['Python', inPython, ['python3', '--version']],
    ['Go', inGo, ['go', 'version']],
  ];
  it.for(LANGUAGES)(
    'is verified by the example in %s, with both secrets after a rotation',
    async ([, verify, tool], { skip }) => {
      const reason = await skipReason(tool);
      skip(reason !== undefined, reason);
      const verdicts = await verify(cases);
      expect(verdicts.map((verdict) => verdict === 'genuine')).toEqual([true, true, true, false, false]);
    },
  );

  it('names the service, says where to read on, and offers nothing else', () => {
    const [first] = receiver.received;
    expect(first?.headers['user-agent']).toBe(
      `Video-Timeline-Render-Service-Webhooks/1.0 (+${service.stack.baseUrl}/docs)`,
    );
    expect(Object.keys(first?.headers ?? {}).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-service-event',
      'x-service-event-id',
      'x-service-signature',
    ]);
  });
});

/** The TCP ports on which a process of this machine listens (proc(5): net/tcp, fd). */
async function listeningPorts(pid: number): Promise<number[]> {
  const LISTEN = '0A';
  const fds = await readdir(`/proc/${pid}/fd`);
  const open = new Set(await Promise.all(fds.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && open.has(`socket:[${inode}]`))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

describe('a receiver that leads into our network', () => {
  /** The API and the endpoint of AWS. On this machine its process and where functions call one another; embedded, DynamoDB and SQS. */
  const KNOWN = { embedded: 6, endpoint: 4, deployed: 2 };
  const ports = () => {
    const { AWS_ENDPOINT_URL = '', OWN_PORTS = '' } = service.stack.environment;
    const all = [new URL(service.stack.baseUrl).port, new URL(AWS_ENDPOINT_URL).port, ...OWN_PORTS.split(',')];
    const own = [...new Set(all.filter((port) => Number(port) > 0))];
    expect(own).toHaveLength(KNOWN[service.mode]);
    return own;
  };

  it("is refused at the service's own ports, when a webhook or a render is created", async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', { title: 'T', slides: [{ title: 'A' }] });
    for (const port of ports()) {
      const url = `http://localhost:${port}/`;
      const webhook = await client.call<ErrorBody>('POST', '/webhooks', { url, events: EVENTS });
      expect([webhook.status, webhook.body.error.code]).toEqual([400, 'webhook_url_forbidden']);
      const body = { timeline_id: timeline.id, webhook_url: url };
      const render = await client.call<ErrorBody>('POST', '/renders', body);
      expect([render.status, render.body.error.code, render.body.error.param]).toEqual([
        400,
        'webhook_url_forbidden',
        'webhook_url',
      ]);
    }
  });

  needing('the API process').it('finds no port of it beside the one of the API', async ({ skip }) => {
    skip(process.platform !== 'linux', 'the ports of a process are read from /proc');
    expect(await listeningPorts(service.stack.children().api ?? 0)).toHaveLength(1);
  });

  it('is refused in other spellings of this machine, over HTTP as in the code', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.received.length;
    for (const url of spellings(Number(port)).filter((url, index) => index % 10 === 3 && !url.includes('.example:'))) {
      const { status, body } = await client.call<ErrorBody>('POST', '/webhooks', { url, events: EVENTS });
      expect([url, status, body.error?.code]).toEqual([
        url,
        400,
        expect.stringMatching(/^(webhook_url_forbidden|validation_failed)$/),
      ]);
    }
    expect(receiver.received).toHaveLength(before);
  });
});

const entry = z.looseObject({ event: z.string(), render_id: z.string(), verified: z.boolean() });

describe('npm run listen', () => {
  function listen(...args: string[]): { child: ChildProcess; lines: string[]; said: string[] } {
    const env = { ...process.env, ...service.operator, NO_COLOR: '1' };
    const child = spawn(process.execPath, ['localstack/cli/commands/listen.ts', '--port', '0', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [lines, said]: [string[], string[]] = [[], []];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    createInterface(child.stderr).on('line', (line) => said.push(line));
    return { child, lines, said };
  }
  const exit = (child: ChildProcess) => {
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    return exited;
  };

  const local = needing('DATA_DIR');
  local.it('registers itself, tells of every delivery of a render, and leaves nothing behind', async () => {
    const own = await service.account('pro');
    const { child, lines, said } = listen('--register', '--account', own.accountId, '--json');
    await until(
      async () => said.join('\n'),
      (text) => text.includes('Listening on http://127.0.0.1:'),
      20,
    );
    // It is said first.
    expect(said.join('\n')).toMatch(/Registered as wh_\w+ with /);
    const timeline = await own.ok<{ id: string }>('POST', '/timelines', {
      title: 'Listen',
      resolution: '480p',
      slides: [{ title: 'One', duration_seconds: 1 }],
    });
    const render = await own.ok<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
    const heard = () => lines.map((line) => entry.parse(JSON.parse(line)));
    await until(
      async () => heard(),
      (entries) => entries.some(({ event }) => event === 'render.completed'),
      60,
    );
    expect(heard().filter(({ verified, render_id }) => !verified || render_id !== render.id)).toEqual([]);
    // News of its progress may come later than that of its end.
    expect(heard().filter(({ event }) => event === 'render.completed')).toMatchObject([
      { status: 'completed', progress: 100, duplicate: false, reason: null },
    ]);
    expect(await exit(child)).toBe(0);
    expect(await own.ok<{ data: unknown[] }>('GET', '/webhooks')).toMatchObject({ data: [] });
  });

  it('says on one line each what it could verify, what not and why', async () => {
    const webhook = await createWebhook(receiver.url);
    const genuine = await tested(webhook.id);
    const { child, lines } = listen('--secret', webhook.signing_secret);
    const [heading = ''] = await until(
      async () => lines,
      ({ length }) => length > 0,
      20,
    );
    const url = heading.replace('Listening on ', '');
    const send = async ({ raw, headers: { host, connection, 'content-length': _, ...headers } }: Received) =>
      (await fetch(url, { method: 'POST', headers, body: raw })).status;
    expect(await send(genuine)).toBe(200);
    expect(await send(genuine)).toBe(200);
    expect(await send({ ...genuine, raw: genuine.raw.replace('render.completed', 'render.\u001b[2Jcompleted') })).toBe(
      401,
    );
    await until(
      async () => lines,
      ({ length }) => length === 4,
      10,
    );
    const [, first = '', second = '', third = ''] = lines;
    expect(first).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}render\.completed {2}evt_\w+ {2}rn_\w+ {2}completed 100 % +✓ verified$/,
    );
    expect(second).toMatch(/✓ verified {2}\(came before\)$/);
    expect(third).toMatch(/✗ not verified: webhook-signature: /);
    expect(third).not.toContain('\u001b');
    await exit(child);
  });

  it('says what is missing', async () => {
    const { child, said } = listen('--register');
    // Not before its output is read. 2 is how a command that was called wrongly ends.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2);
    expect(said.join('\n')).toContain('--register needs --account');
  });
});

describe('a secret', () => {
  /** What a look gives; nothing, where the service has removed the file or folder meanwhile. */
  const ifThere = <Seen>(look: Promise<Seen>, nothing: Seen): Promise<Seen> =>
    look.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return nothing;
    });

  async function filesBelow(folder: string): Promise<string[]> {
    const entries = await ifThere(readdir(folder, { withFileTypes: true }), []);
    const found = entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
    return (await Promise.all(found)).flat();
  }

  needing('the files of the database').it(
    'is in no log, answer, item, stream image, message or file: neither in the clear nor encoded',
    async () => {
      const url = receiver.url;
      const key = { 'idempotency-key': 'once' };
      const body = { url, events: EVENTS, description: 'a marker of the search' };
      const first = await client.call<Created>('POST', '/webhooks', body, key);
      const again = await client.call<Created>('POST', '/webhooks', body, key);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body.signing_secret).toBe(first.body.signing_secret);
      secrets.push(first.body.signing_secret);
      const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
        title: 'Secret',
        resolution: '480p',
        slides: [{ title: 'One', duration_seconds: 1 }],
      });
      const own = { timeline_id: timeline.id, webhook_url: `${url}?of=render` };
      const render = await client.call<RenderAnswer & { webhook_signing_secret: string }>('POST', '/renders', own, key);
      secrets.push(render.body.webhook_signing_secret);
      answers.push(JSON.stringify(await ended(client, render.body.id)));
      await until(
        async () => receiver.of(render.body.id).filter(({ event }) => event === 'render.completed'),
        ({ length }) => length >= 2,
        30,
      );
      for (const path of ['/webhooks', `/webhooks/${first.body.id}/deliveries`, '/renders']) await noted('GET', path);

      expect(secrets.length).toBeGreaterThanOrEqual(5);
      const needles = secrets.flatMap((secret) => {
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
        const bytes = Buffer.from(secret.slice(6), 'base64');
        // As the text within JSON in JSON has it, the bytes themselves, in hex, and the text in base64 at its three offsets.
        const encoded = ['', 'x', 'xx'].map((pad) =>
          Buffer.from(pad + secret.slice(6))
            .toString('base64')
            .slice(4, 44),
        );
        return [secret.slice(6, 46), bytes, bytes.toString('hex'), ...encoded];
      });
      const files = await filesBelow(service.dataDir);
      const marker = 'a marker of the search';
      const [found, marked]: [string[], string[]] = [[], []];
      for (const file of files) {
        const bytes = await ifThere(readFile(file), Buffer.alloc(0));
        if (needles.some((needle) => bytes.includes(needle))) found.push(file);
        if (bytes.includes(marker)) marked.push(file);
      }
      const texts = [...answers, ...receiver.received.map(({ raw, headers }) => raw + JSON.stringify(headers))];
      found.push(...texts.filter((text) => needles.some((needle) => Buffer.from(text).includes(needle))));
      expect(found).toEqual([]);
      // The search finds what is there: the table's files hold the item next to the secret.
      expect(marked.some((file) => file.includes('dynamodb'))).toBe(true);
      expect(files.some((file) => file.includes('logs'))).toBe(true);
    },
  );
});
