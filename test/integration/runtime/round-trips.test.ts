import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { limitsOfPlan } from '#features/accounts/limits.ts';
import { createAccount } from '#features/accounts/manage-accounts.ts';
import type { Import } from '#features/imports/import.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { Render } from '#features/renders/render.ts';
import { apiContracts } from '#front/api/contracts.ts';
import type { HttpResponse } from '#front/api/http-response.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { credentials, REGION } from '#test/support/events/emulators.ts';
import { FUNCTION_ENVIRONMENT } from '#test/support/runtime-environment.ts';
import { sampleTask } from '#test/support/samples/entities.ts';

/**
 * How long an access takes at least: longer than everything that happens between two accesses, so that those which do not wait
 * for one another overlap. In turns of the event loop, too: a busy machine lets this process stand still for longer.
 */
const ACCESS_MS = 60;
const ACCESS_TURNS = 100;
/** The transcript of a completed render, as it is stored. */
const TRANSCRIPT = Buffer.from(JSON.stringify({ title: 'Tides', language: 'en', duration_seconds: 1, slides: [] }));
const keyFile = join(tmpdir(), `round-trips-${process.pid}-${Date.now()}.key`);

let database: Database;
/** The accesses to the table of one operation; `depth` is how many had to be waited for, one after another, with this one. */
let accesses: { command: string; depth: number; done: boolean; key: string }[] = [];

beforeAll(async () => {
  database = await startDatabase();
  await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
  const environment = {
    ...FUNCTION_ENVIRONMENT,
    TABLE_NAME: database.table.name,
    AWS_ENDPOINT_URL: database.emulator.endpoint,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    SECRETS_KEY_FILE: keyFile,
    CURSOR_KEY: 'cursors',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { sharedServices } = await import('#app/composition/services.ts');
  const { dynamodb, s3, sqs } = sharedServices().clients;
  dynamodb.middlewareStack.add(
    (next, context) => async (args) => {
      const behind = accesses.filter(({ done }) => done).map(({ depth }) => depth);
      const access = {
        command: context.commandName ?? '',
        depth: 1 + Math.max(0, ...behind),
        done: false,
        key: JSON.stringify((args.input as { Key?: unknown }).Key ?? {}),
      };
      accesses.push(access);
      await wait(ACCESS_MS);
      for (let turn = 0; turn < ACCESS_TURNS; turn++) await setImmediate();
      try {
        return await next(args);
      } finally {
        access.done = true;
      }
    },
    { step: 'initialize' },
  );
  // Files and messages are not part of what is counted here. Files are all there, and addresses of files still get signed:
  // the answer is given where a request would go out.
  const nothing = () => async (args: { input: object }) => {
    const isTranscript = 'Key' in args.input && String(args.input.Key).endsWith('/transcript.json');
    const body = isTranscript ? { Body: Readable.from([TRANSCRIPT]) } : {};
    return { output: { $metadata: {}, ContentLength: 1, ...body }, response: {} } as never;
  };
  s3.middlewareStack.add(nothing, { step: 'finalizeRequest', priority: 'low' });
  sqs.middlewareStack.add(nothing, { step: 'initialize' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.stop();
  await rm(keyFile, { force: true });
});

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpResponse | undefined>;
interface Ids {
  id?: string;
  sid?: string;
  /** The path, where one function answers for more than one. */
  path?: string;
}

async function handlerOf(file: string): Promise<Handler> {
  const { href } = new URL(`../../../functions/http/${file}.ts`, import.meta.url);
  return ((await import(/* @vite-ignore */ href)) as { handler: Handler }).handler;
}

async function call(
  file: string,
  method: string,
  apiKey: string,
  { path = '/', ...ids }: Ids = {},
  body?: unknown,
  key?: string,
) {
  // Loaded before anything is counted: that takes longer than an access.
  const handler = await handlerOf(file);
  accesses = [];
  const answer = await handler(
    {
      httpMethod: method,
      path,
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      pathParameters: ids,
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEvent,
    {} as Context,
  );
  const json = answer?.isBase64Encoded ? {} : JSON.parse(answer?.body ?? 'null');
  expect([answer?.statusCode, json.error?.code]).toEqual([200, undefined]);
  expect(answer?.headers.ratelimit).toMatch(/^"requests";r=\d+;t=\d+/);
  return { json, roundTrips: Math.max(...accesses.map(({ depth }) => depth)), accesses };
}

/** A key that was never used: noting its first use is part of the request. */
async function freshKey(): Promise<string> {
  const store = accountRepository(database.table);
  const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
  return (await createAccount({ store, clock: systemClock, random: randomBytes }, details)).secret;
}
const TIMELINE = { title: 'Tides', slides: [{ title: 'a' }, { title: 'b' }] };
const WEBHOOK = { url: 'https://93.184.216.34/hook', events: ['render.failed'] };

const ROWS: [string, number, (key: string) => Promise<{ ids: Ids; body?: unknown }>][] = [
  ['account/get-me', 2, async () => ({ ids: {} })],
  ['account/get-entitlements', 2, async () => ({ ids: {} })],
  ['account/get-account', 2, async () => ({ ids: {} })],
  ['account/list-keys', 3, async () => ({ ids: {} })],
  ['templates/list', 2, async () => ({ ids: {} })],
  ['fonts/list', 2, async () => ({ ids: {} })],
  ['icons/list-icons', 2, async () => ({ ids: {} })],
  ['templates/get', 2, async () => ({ ids: { id: 'plain' } })],
  ['narration/list-voices', 2, async () => ({ ids: {} })],
  ['timelines/list', 2, async () => ({ ids: {} })],
  ['timelines/get', 2, async (key) => ({ ids: { id: await timelineOf(key) } })],
  ['slides/list', 2, async (key) => ({ ids: { id: await timelineOf(key) } })],
  ['narration/get-audio', 2, slideOf],
  ['slides/preview', 2, slideOf],
  ['timelines/contact-sheet', 4, async (key) => ({ ids: { id: await timelineOf(key) } })],
  ['timelines/check', 5, async (key) => ({ ids: { id: await timelineOf(key) } })],
  ['slides/list-uploads', 2, async () => ({ ids: {} })],
  ['imports/list', 2, async () => ({ ids: {} })],
  ['imports/get', 2, async (key) => ({ ids: { id: await importOf(key) } })],
  ['imports/report', 2, async (key) => ({ ids: { id: await importOf(key) } })],
  ['batches/list', 2, async () => ({ ids: {} })],
  ['batches/get', 2, async (key) => ({ ids: { id: await batchOf(key) } })],
  ['batches/list-renders', 3, async (key) => ({ ids: { id: await batchOf(key) } })],
  ['batches/list-renders', 3, async (key) => ({ ids: { id: await batchOf(key), path: '/results.csv' } })],
  ['renders/list', 2, async () => ({ ids: {} })],
  ['renders/get', 2, async (key) => ({ ids: { id: await renderOf(key) } })],
  ['renders/transcript', 2, async (key) => ({ ids: { id: await completedRenderOf(key) } })],
  ['webhooks/list', 2, async () => ({ ids: {} })],
  ['webhooks/get', 2, async (key) => ({ ids: { id: await webhookOf(key) } })],
  ['renders/list-deliveries', 2, async (key) => ({ ids: { id: await renderOf(key) } })],
  ['webhooks/list-deliveries', 2, async (key) => ({ ids: { id: await webhookOf(key) } })],
  ['timelines/create', 3, async () => ({ ids: {}, body: TIMELINE })],
  ['slides/create', 3, async (key) => ({ ids: { id: await timelineOf(key) }, body: { title: 'c' } })],
  ['renders/create', 3, async (key) => ({ ids: {}, body: { timeline_id: await timelineOf(key) } })],
  [
    'renders/create',
    3,
    async (key) => ({ ids: {}, body: { timeline_id: await timelineOf(key), webhook_url: WEBHOOK.url } }),
  ],
  ['webhooks/create', 3, async () => ({ ids: {}, body: WEBHOOK })],
  ['templates/create', 3, async () => ({ ids: {}, body: { name: 'Own', base: 'plain' } })],
];

describe('round trips to the table, one after another, authentication and rate limit included', () => {
  it.each(ROWS)('%s needs at most %i', async (file, most, prepare) => {
    const apiKey = await freshKey();
    const { ids, body } = await prepare(apiKey);
    const method = body === undefined ? 'GET' : 'POST';
    const { roundTrips, accesses: seen } = await call(file, method, apiKey, ids, body);

    expect(roundTrips, JSON.stringify(seen)).toBeLessThanOrEqual(most);
    expect(seen.filter(({ key }) => key.includes('RATE#'))).toHaveLength(1);
  });

  it('every read of the API is counted here', () => {
    const reads = apiContracts
      .filter(({ method, open }) => method === 'GET' && !open)
      .map(({ operation }) => operation);
    expect(ROWS.filter(([file]) => !file.endsWith('/create')).length, reads.join(', ')).toBe(reads.length);
  });

  it('the first use of a key is noted next to the rest', async () => {
    const key = await freshKey();
    const first = await call('account/get-me', 'GET', key);
    const second = await call('account/get-me', 'GET', key);
    expect(first.accesses.length - second.accesses.length).toBe(1);
    expect([first.roundTrips, second.roundTrips]).toEqual([2, 2]);
  });

  it('an idempotency-key adds one, and a replay needs no more than the look at the key', async () => {
    const key = await freshKey();
    const first = await call('timelines/create', 'POST', key, {}, TIMELINE, 'k');
    const again = await call('timelines/create', 'POST', key, {}, TIMELINE, 'k');
    expect(again.json).toEqual(first.json);
    expect(first.roundTrips).toBe(4);
    expect(again.roundTrips).toBe(4);
  });
});

const timelineOf = async (key: string): Promise<string> =>
  (await call('timelines/create', 'POST', key, {}, TIMELINE)).json.id;
async function batchOf(key: string): Promise<string> {
  const body = { timeline_id: await timelineOf(key), rows: [{}] };
  return (await call('batches/create', 'POST', key, {}, body)).json.id;
}
const renderOf = async (key: string): Promise<string> =>
  (await call('renders/create', 'POST', key, {}, { timeline_id: await timelineOf(key) })).json.id;
/** A render that was completed without its work. */
async function completedRenderOf(key: string): Promise<string> {
  const id = await renderOf(key);
  const { sharedServices } = await import('#app/composition/services.ts');
  const { renders } = sharedServices();
  const account = (await call('account/get-me', 'GET', key)).json.id;
  const render = await renders.find(account, id);
  if (!render) throw new Error('the render is gone');
  const at = new Date().toISOString();
  const token = 'assembly';
  const assembly = sampleTask(render, { kind: 'assembly' });
  await renders.addTasks([assembly]);
  await renders.enterStage(render, 'processing', 'narrating', at);
  await renders.enterStage(render, 'rendering', 'encoding', at);
  const lease = { now: at, leaseUntil: '2999-01-01T00:00:00.000Z', messageId: 'm' };
  const { task } = await renders.claim(assembly, { token, ...lease });
  const completed: Render = { ...render, status: 'completed', completed_at: at };
  const result = { video_key: 'v', transcript_key: 'outputs/transcript.json', size_bytes: 1, duration_seconds: 1 };
  await renders.complete(completed, { task, token }, result, createRenderEvent('render.completed', completed, at));
  return id;
}
async function slideOf(key: string): Promise<{ ids: Ids }> {
  const { json } = await call('timelines/create', 'POST', key, {}, TIMELINE);
  return { ids: { id: json.id, sid: json.slides[0].id } };
}
/** An import in the table: its deck would come from where nothing is stored here. */
async function importOf(key: string): Promise<string> {
  const { sharedServices } = await import('#app/composition/services.ts');
  const made: Import = {
    id: newId('import', new Date()),
    account_id: (await call('account/get-me', 'GET', key)).json.id,
    plan: 'pro',
    status: 'queued',
    progress: 0,
    timeline_id: newId('timeline', new Date()),
    options: { look: 'auto', resolution: '1080p', template_id: 'plain', pdf_text: 'none' },
    kind: 'pdf',
    name: null,
    size_bytes: 1,
    deck_key: 'deck',
    attempt: 0,
    enqueued_at: '2026-07-01T00:00:00.000Z',
    created_at: '2026-07-01T00:00:00.000Z',
  };
  expect(await sharedServices().imports.insert(made, limitsOfPlan('pro'))).toBe('inserted');
  return made.id;
}
const webhookOf = async (key: string): Promise<string> =>
  (await call('webhooks/create', 'POST', key, {}, WEBHOOK)).json.id;
