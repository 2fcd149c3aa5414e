import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requestRateCountRepository } from '#adapters/aws/requests/request-rate-count-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { rateLimitGate } from '#adapters/aws/table/rate-limit-gate.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import type { Principal } from '#features/accounts/account.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createEndpointFactory } from '#front/api/endpoint.ts';
import { countAgainstRateLimits, rateLimitWindowAt } from '#front/api/rate-limit.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { handClock, START, samplePrincipal } from '#test/support/samples/entities.ts';

const LIMITS = { ...ENTITLEMENTS.pro, requests_per_minute: 5, render_creations_per_minute: 2 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: Database;
let table: Table;
let time: ReturnType<typeof handClock>;
let principal: Principal;

beforeAll(async () => {
  database = await startDatabase();
  table = database.table;
});
afterAll(() => database?.stop());
beforeEach(() => {
  time = handClock(START);
  principal = samplePrincipal();
});

const endpoint = createEndpointFactory(() => ({
  publicBaseUrl: 'https://api.example.com/v1',
  authenticate: async () => principal,
  sessionOrigins: [],
  admit: ({ account_id }, classes) =>
    countAgainstRateLimits(
      { counter: requestRateCountRepository(table), clock: time.clock, log },
      account_id,
      LIMITS,
      classes,
    ),
  withinTimeLeft: (_, work) => work(),
  rateLimitGate: rateLimitGate.run,
  idempotency: {
    claim: async () => {
      throw new Error('no request here has a key');
    },
  },
  clock: time.clock,
  record: () => undefined,
  log,
}));
const parts = { tag: 'renders', summary: '', path: '/x', answer: z.looseObject({}), errors: [] } as const;
const body = z.strictObject({ name: z.string() });
const place = (name: string) => tableKeys.timeline(principal.account_id, name);
/** Writes an item, without having read anything. */
const write = endpoint(
  defineContract({ ...parts, operation: 'w', method: 'PUT', body }),
  async ({ body: { name } }) => {
    await table.put({ ...place(name), entity: 'timeline' });
    return {};
  },
);
/** Reads, and notes that it went on after that. */
let wentOn = 0;
const read = endpoint(defineContract({ ...parts, operation: 'r', method: 'GET' }), async () => {
  await table.get(place('none'));
  wentOn++;
  return {};
});
const idle = endpoint(defineContract({ ...parts, operation: 'i', method: 'GET' }), async () => ({}));
const create = endpoint(
  defineContract({ ...parts, operation: 'c', method: 'POST', rate_class: 'render_creations' }),
  async () => ({}),
);

async function call(operation: typeof idle, sent?: unknown) {
  const event = {
    httpMethod: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent === undefined ? null : JSON.stringify(sent),
  } as unknown as APIGatewayProxyEvent;
  const answer = await operation(event, {} as Context);
  if (!answer) throw new Error('there is no answer');
  return { status: answer.statusCode, code: JSON.parse(answer.body).error?.code, headers: answer.headers };
}
const times = async (count: number, operation: typeof idle, sent?: unknown) => {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await call(operation, sent));
  return answers;
};

describe('a request beyond the limit', () => {
  it('is answered 429 until the minute is over, with when to come again', async () => {
    const good = await times(5, idle);
    expect(good.map(({ status, headers }) => [status, headers.ratelimit])).toEqual(
      [4, 3, 2, 1, 0].map((left) => [200, `"requests";r=${left};t=53`]),
    );
    const refused = await call(idle);
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers).toMatchObject({
      'retry-after': '53',
      ratelimit: '"requests";r=0;t=53',
      'ratelimit-policy': '"requests";q=5;w=60',
    });
    time.pass(52);
    expect((await call(idle)).status).toBe(429);
    time.pass(1);
    expect((await call(idle)).status).toBe(200);
  });

  it('writes nothing and does nothing after its first read', async () => {
    await times(5, idle);
    wentOn = 0;
    expect((await call(write, { name: 'late' })).status).toBe(429);
    expect(await table.get(place('late'))).toBeUndefined();
    expect((await call(read)).status).toBe(429);
    expect(wentOn).toBe(0);
  });

  it('is reported before anything else that is wrong with it', async () => {
    await times(5, idle);
    expect((await call(write, { nome: 1 })).code).toBe('rate_limited');
    expect((await call(write)).code).toBe('rate_limited');
  });

  it('does not count for another account', async () => {
    await times(6, idle);
    principal = samplePrincipal();
    expect((await call(idle)).status).toBe(200);
  });
});

it('of many requests at once exactly as many as the limit go through', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => call(write, { name: `n${i}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const items = await Promise.all(answers.map((_, i) => table.get(place(`n${i}`))));
  expect(items.filter((item) => item !== undefined)).toHaveLength(5);
});

it('creations of renders have their own limit, within that of all requests', async () => {
  const answers = await times(3, create);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]?.headers.ratelimit).toBe('"requests";r=2;t=53, "render_creations";r=0;t=53');
  expect((await call(idle)).status).toBe(200);
});

it('a failure within the limits says what is left too', async () => {
  expect((await call(write, {})).headers.ratelimit).toBe('"requests";r=4;t=53');
});

it('the counter is one item a minute, which expires, outside the partition of the account', async () => {
  await times(2, create);
  const item = await table.get(tableKeys.rate(principal.account_id, rateLimitWindowAt(START).number));
  expect(item).toMatchObject({ requests: 2, render_creations: 2 });
  expect(item?.PK).not.toContain(`ACC#${principal.account_id}`);
  const end = (rateLimitWindowAt(START).number + 1) * 60;
  expect(item?.expires_at_epoch).toBeGreaterThan(end);
  expect(item?.expires_at_epoch).toBeLessThanOrEqual(end + 3600);
});

it('a counter that cannot be written stops no request', async () => {
  database.emulator.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === 'UpdateItemCommand') throw new Error('throttled');
      return next(args);
    },
    { step: 'initialize', name: 'throttled' },
  );
  try {
    const answers = await times(7, write, { name: 'n' });
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers[0]?.headers).not.toHaveProperty('ratelimit');
  } finally {
    database.emulator.client.middlewareStack.remove('throttled');
  }
});
