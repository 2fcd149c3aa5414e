import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idempotencyRepository } from '#adapters/aws/requests/idempotency-repository.ts';
import { secretBoxWithKeyFile } from '#adapters/aws/secret-box.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { rateLimitGate } from '#adapters/aws/table/rate-limit-gate.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { uploadRepository } from '#adapters/aws/timelines/upload-repository.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { Principal } from '#features/accounts/account.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import type { TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import { createSlideContract, createTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { createSlide } from '#features/timelines/edit-slides.ts';
import { toSlideAnswer, toTimelineAnswer } from '#features/timelines/view.ts';
import { createEndpointFactory } from '#front/api/endpoint.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { handClock, START, samplePrincipal } from '#test/support/samples/entities.ts';

let database: Database;
let table: Table;
let time: ReturnType<typeof handClock>;
let principal: Principal;
/** Runs in the handler after the commit of its work. */
let afterwards: () => Promise<void>;
/** Runs in the handler right before its work. */
let before: () => Promise<void>;
const files = new Map<string, Uint8Array>();
const keyFile = join(tmpdir(), `idempotency-${process.pid}-${Date.now()}.key`);

beforeAll(async () => {
  database = await startDatabase();
  table = database.table;
  await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
});
afterAll(async () => {
  await database?.stop();
  await rm(keyFile, { force: true });
});
beforeEach(() => {
  time = handClock(START);
  principal = samplePrincipal();
  afterwards = async () => undefined;
  before = async () => undefined;
});

const slideFiles = { presignGet: async (key: string) => `https://files.example/${key}` };
const timelineDeps = (): TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps => ({
  store: timelineRepository(table),
  files: slideFiles,
  clock: time.clock,
  backoff: createJitteredBackoff(Math.random),
  voices: espeakIdentity,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
});
const endpoint = createEndpointFactory(() => ({
  publicBaseUrl: 'https://api.example.com/v1',
  authenticate: async () => principal,
  sessionOrigins: [],
  admit: async () => ({ retry_after_seconds: 0, headers: {} }),
  withinTimeLeft: (_, work) => work(),
  rateLimitGate: rateLimitGate.run,
  idempotency: idempotencyRepository({
    table,
    files: {
      putBytes: async (key, bytes) => void files.set(key, bytes),
      getBytes: async (key) => files.get(key) ?? Promise.reject(new Error(`no file ${key}`)),
    },
    secrets: () => secretBoxWithKeyFile(keyFile),
    clock: time.clock,
    newToken: createOpaqueToken,
  }),
  clock: time.clock,
  record: () => undefined,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
}));

const makeTimeline = endpoint(createTimelineContract, async ({ body, prepareAnswer }) => {
  await before();
  await createTimeline(timelineDeps(), principal, body, async (made) =>
    prepareAnswer(await toTimelineAnswer(made, slideFiles)),
  );
  await afterwards();
});
const makeSlide = endpoint(createSlideContract, async ({ params, body, prepareAnswer }) => {
  await createSlide(timelineDeps(), principal, params.id, body, async (placed) =>
    prepareAnswer(await toSlideAnswer(placed, slideFiles)),
  );
});
/** One that answers only after its work, and shows a secret. */
let shown = '';
const showSecret = endpoint(
  defineContract({
    operation: 'show',
    tag: 'webhooks',
    summary: '',
    method: 'POST',
    path: '/show',
    answer: z.object({ secret: z.string() }),
    secret: true,
    errors: [],
  }),
  async () => {
    shown = `whsec_${randomBytes(32).toString('base64')}`;
    await afterwards();
    return { secret: shown };
  },
);
/** One that commits by a single put. */
const announceUpload = endpoint(
  defineContract({
    operation: 'upload',
    tag: 'slides',
    summary: '',
    method: 'POST',
    path: '/upload',
    answer: z.object({ id: z.string() }),
    errors: [],
  }),
  async ({ prepareAnswer }) => {
    const id = newId('upload');
    const answer = await prepareAnswer({ id });
    const at = { created_at: START.toISOString(), expires_at: START.toISOString() };
    const target = { target: '/timelines/tl', key: `uploads/${id}`, content_type: 'image/png', size_bytes: 1 };
    await uploadRepository(table).insert({ id, account_id: principal.account_id, ...target, ...at }, answer);
    await afterwards();
  },
);

/** One that commits by a single update. */
const count = endpoint(
  defineContract({
    operation: 'count',
    tag: 'webhooks',
    summary: '',
    method: 'POST',
    path: '/count',
    answer: z.object({ id: z.string() }),
    errors: [],
  }),
  async ({ prepareAnswer }) => {
    const answer = await prepareAnswer({ id: 'counted' });
    const item = await table.update(
      {
        Key: tableKeys.account(principal.account_id),
        UpdateExpression: 'ADD webhook_count :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
      answer,
    );
    expect(item.webhook_count).toBe(1);
    await afterwards();
  },
);

type Operation = typeof makeTimeline;
async function call(operation: Operation, key: string, body: unknown = null, pathParameters: object = {}) {
  const event = {
    httpMethod: 'POST',
    headers: { 'content-type': 'application/json', 'Idempotency-Key': key },
    body: body === null ? null : JSON.stringify(body),
    pathParameters,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent;
  const answer = await operation(event, {} as Context);
  if (!answer) throw new Error('there is no answer');
  const { error } = JSON.parse(answer.body);
  return {
    status: answer.statusCode,
    text: answer.body,
    code: error?.code,
    json: JSON.parse(answer.body),
    replayed: answer.headers['idempotent-replayed'] === 'true',
    retryAfter: answer.headers['retry-after'],
    requestId: answer.headers['x-request-id'],
  };
}
const timelines = async () =>
  (await timelineDeps().store.list(principal.account_id, { limit: 100, after: undefined })).items;
const slidesOf = (count: number, notes = '') =>
  Array.from({ length: count }, (_, i) => ({ title: `slide ${i}`, speaker_notes: notes }));
const BODY = { title: 'Tides' };

describe('a key', () => {
  it('used again with the same body gives the same answer, under its own request id', async () => {
    const first = await call(makeTimeline, 'k', { title: 'Tides', metadata: { a: '1', b: '2' } });
    const again = await call(makeTimeline, 'k', { metadata: { b: '2', a: '1' }, title: 'Tides' });
    expect([first.status, first.replayed, again.status, again.replayed]).toEqual([200, false, 200, true]);
    expect(again.text).toBe(first.text);
    expect(again.requestId).not.toBe(first.requestId);
    expect(await timelines()).toHaveLength(1);
  });

  it('used with another body is refused, also while the first request runs and after it broke off', async () => {
    await call(makeTimeline, 'k', BODY);
    expect(await call(makeTimeline, 'k', { title: 'Other' })).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });

    let during: Awaited<ReturnType<typeof call>> | undefined;
    before = async () => {
      before = async () => undefined;
      during = await call(makeTimeline, 'k2', { title: 'Other' });
    };
    expect((await call(makeTimeline, 'k2', BODY)).status).toBe(200);
    expect(during?.code).toBe('idempotency_key_reused');
    expect(await timelines()).toHaveLength(2);
  });

  it('of another account, another path or another operation is another key', async () => {
    const first = await call(makeTimeline, 'k', BODY);
    const slides = await Promise.all([
      call(makeSlide, 'k', { title: 'x' }, { id: first.json.id }),
      call(showSecret, 'k'),
    ]);
    expect(slides.map(({ status, replayed }) => [status, replayed])).toEqual([
      [200, false],
      [200, false],
    ]);
    principal = samplePrincipal();
    const foreign = await call(makeTimeline, 'k', BODY);
    expect([foreign.status, foreign.replayed]).toEqual([200, false]);
    expect(foreign.json.id).not.toBe(first.json.id);
  });

  it('used 50 times at once does the work once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(makeTimeline, 'k', BODY)));
    expect(await timelines()).toHaveLength(1);
    const [made] = await timelines();
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThanOrEqual(1);
    for (const { json } of good) expect(json.id).toBe(made?.id);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 409, code: 'idempotency_in_progress', retryAfter: '1' });
    expect(await call(makeTimeline, 'k', BODY)).toMatchObject({ text: good[0]?.text, replayed: true });
  });

  it('counts for 24 hours and no longer', async () => {
    const first = await call(makeTimeline, 'k', BODY);
    time.pass(24 * 3600 - 1);
    expect((await call(makeTimeline, 'k', BODY)).text).toBe(first.text);
    time.pass(1);
    const later = await call(makeTimeline, 'k', { title: 'Another' });
    expect([later.status, later.replayed]).toEqual([200, false]);
    expect(await timelines()).toHaveLength(2);
  });
});

describe('an answer', () => {
  it.each([0, 97, 98, 99, 100, 300])('to a timeline of %i slides is repeated to the byte', async (count) => {
    const body = { title: 'Long', slides: slidesOf(count, 'ä'.repeat(400)) };
    const first = await call(makeTimeline, 'k', body);
    expect(first.status).toBe(200);
    const again = await call(makeTimeline, 'k', body);
    expect(again.replayed).toBe(true);
    expect(again.text).toBe(first.text);
    expect(again.json.slides).toHaveLength(count);
    expect(await timelines()).toHaveLength(1);
  });

  it('that no write took along is stored right after the work', async () => {
    const first = await call(showSecret, 'k');
    const secret = shown;
    const again = await call(showSecret, 'k');
    expect([first.json.secret, again.json.secret, again.replayed]).toEqual([secret, secret, true]);
    expect(shown).toBe(secret);
  });

  it('with a secret cannot be read in the table', async () => {
    await call(showSecret, 'k');
    const items = await table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': (await idempotencyKeys(principal.account_id))[0] },
    });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ state: 'answered', status: 200 });
    expect(JSON.stringify(items)).not.toContain(shown);
    expect(JSON.stringify(items)).not.toContain('whsec_');
  });

  it('of a failure that can pass gives the key back', async () => {
    const gone = await call(makeSlide, 'k', { title: 'x' }, { id: 'tl_none' });
    const again = await call(makeSlide, 'k', { title: 'x' }, { id: 'tl_none' });
    expect([gone.status, gone.replayed, again.status, again.replayed]).toEqual([404, false, 404, false]);

    for (const code of ['validation_failed', 'entitlement_required', 'rate_limited', 'unavailable'] as const) {
      before = () => Promise.reject(new ServiceError(code, 'not now'));
      expect((await call(makeTimeline, code, BODY)).code).toBe(code);
      before = async () => undefined;
      expect(await call(makeTimeline, code, { title: 'Other' })).toMatchObject({ status: 200, replayed: false });
    }
  });
});

describe('a first attempt that breaks off', () => {
  const crash = () => Promise.reject(new Error('the process is gone'));

  it.each([
    ['a transaction', makeTimeline, BODY],
    ['a single put', announceUpload, null],
    ['a single update', count, null],
  ] as const)('after %s has its answer stored with its work: the retry finds it', async (_, operation, body) => {
    afterwards = crash;
    expect((await call(operation, 'k', body)).status).toBe(500);
    afterwards = async () => undefined;
    const again = await call(operation, 'k', body);
    expect([again.status, again.replayed]).toEqual([200, true]);
    if (operation === makeTimeline) expect((await timelines()).map(({ id }) => id)).toEqual([again.json.id]);
    else if (operation === count)
      expect((await table.get(tableKeys.account(principal.account_id)))?.webhook_count).toBe(1);
    else expect(await uploadRepository(table).find(principal.account_id, again.json.id)).toBeDefined();
  });

  it('with the answer to its write lost is found too', async () => {
    const client = database.emulator.client;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const result = await next(args);
        if (context.commandName === 'TransactWriteItemsCommand') throw new Error('the connection is gone');
        return result;
      },
      { step: 'initialize', name: 'lossy' },
    );
    try {
      expect((await call(makeTimeline, 'k', BODY)).status).toBe(500);
    } finally {
      client.middlewareStack.remove('lossy');
    }
    const again = await call(makeTimeline, 'k', BODY);
    expect([again.status, again.replayed]).toEqual([200, true]);
    expect((await timelines()).map(({ id }) => id)).toEqual([again.json.id]);
  });

  it('before its write has the key until its lease lapses; then the same request takes it over, another one does not', async () => {
    const stuck = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    before = () => {
      before = async () => undefined;
      begun.resolve();
      return stuck.promise;
    };
    const first = call(makeTimeline, 'k', BODY);
    await begun.promise;
    time.pass(29);
    expect(await call(makeTimeline, 'k', BODY)).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    time.pass(1);
    expect((await call(makeTimeline, 'k', { title: 'Other' })).code).toBe('idempotency_key_reused');
    const second = await call(makeTimeline, 'k', BODY);
    expect([second.status, second.replayed]).toEqual([200, false]);

    // The first one was only slow: its write comes too late, and writes nothing.
    stuck.resolve();
    expect(await first).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    expect((await timelines()).map(({ id }) => id)).toEqual([second.json.id]);
    expect((await call(makeTimeline, 'k', BODY)).text).toBe(second.text);
  });

  it.each([0, 300])('and comes too late leaves nothing of its %i slides behind', async (count) => {
    const body = { title: 'Long', slides: slidesOf(count) };
    before = async () => {
      before = async () => undefined;
      time.pass(31);
      await call(makeTimeline, 'k', body);
    };
    expect((await call(makeTimeline, 'k', body)).code).toBe('idempotency_in_progress');
    const [kept, ...others] = await timelines();
    expect(others).toEqual([]);
    const heads = await scan((item) => String(item.PK).startsWith(`ACC#${principal.account_id}#TL#`));
    expect(heads).toHaveLength(1 + count);
    expect(new Set(heads.map(({ PK }) => PK))).toEqual(new Set([`ACC#${principal.account_id}#TL#${kept?.id}`]));
  });
});

it('writers that overtake one another each store the answer that stands', async () => {
  const { json } = await call(makeTimeline, 'k', BODY);
  const used = Array.from({ length: 12 }, (_, i) => `k${i}`);
  const made = await Promise.all(used.map((key) => call(makeSlide, key, { title: key }, { id: json.id })));
  expect(made.map(({ status }) => status)).toEqual(used.map(() => 200));
  expect(made.map(({ json: { position } }) => position).sort((a, b) => a - b)).toEqual(used.map((_, i) => i));
  const again = await Promise.all(used.map((key) => call(makeSlide, key, { title: key }, { id: json.id })));
  expect(again.map(({ text }) => text)).toEqual(made.map(({ text }) => text));
  const loaded = await timelineDeps().store.load(principal.account_id, json.id);
  expect(made.map(({ json: { id, position } }) => loaded?.slides[position]?.id === id)).toEqual(used.map(() => true));
});

async function scan(wanted: (item: Record<string, unknown>) => boolean): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(database.emulator.client);
  const found: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: table.name, ConsistentRead: true, ExclusiveStartKey }));
    found.push(...(page.Items ?? []).filter(wanted));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}
const idempotencyKeys = async (accountId: string): Promise<unknown[]> =>
  (await scan(({ PK }) => String(PK).startsWith(`IDEM#${accountId}#`))).map(({ PK }) => PK);
