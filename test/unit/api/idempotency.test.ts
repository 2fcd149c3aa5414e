import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiContracts } from '#front/api/contracts.ts';
import { type HttpResponse, uncachedJsonHttpResponse } from '#front/api/http-response.ts';
import { hashIdempotencyKeyScope, requestBodyFingerprint } from '#front/api/idempotency/fingerprint.ts';
import { parseIdempotencyKeyHeader } from '#front/api/idempotency/key.ts';
import type {
  ClaimedIdempotencyKey,
  IdempotencyClaimOutcome,
  IdempotentRequest,
  StoredIdempotentAnswer,
} from '#front/api/idempotency/ports.ts';
import { idempotencyMiddleware } from '#front/api/middleware/idempotency-middleware.ts';
import { requestIdMiddleware } from '#front/api/middleware/request-id-middleware.ts';
import { requireRequestState } from '#front/api/middleware/request-state.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { serializeCanonicalJson } from '#kernel/shared/canonical-json.ts';
import {
  API_ERRORS,
  DependencyUnavailableError,
  type ErrorCode,
  ServiceError,
  WrittenByNewerVersionError,
} from '#kernel/shared/errors.ts';
import { samplePrincipal } from '#test/support/samples/entities.ts';

describe('canonical JSON', () => {
  it.each<[string, unknown, string]>([
    [
      'members by name, at every depth',
      { b: 1, a: { d: [{ z: 1, y: 2 }], c: 0 } },
      '{"a":{"c":0,"d":[{"y":2,"z":1}]},"b":1}',
    ],
    ['arrays in their order', [3, 1, 2], '[3,1,2]'],
    ['scalars', [null, true, false, 0, -1.5, 1e21, '', 'ä"\n'], '[null,true,false,0,-1.5,1e+21,"","ä\\"\\n"]'],
    ['no undefined members', { a: undefined, b: null }, '{"b":null}'],
    ['nothing', undefined, 'null'],
    ['names that look like numbers, as text', { 10: 1, 9: 2 }, '{"10":1,"9":2}'],
  ])('writes %s', (_, value, text) => {
    expect(serializeCanonicalJson(value)).toBe(text);
  });

  it('gives a text that means the same', () => {
    const value = { b: [1, { c: 'x', a: null }], a: '"\\' };
    expect(JSON.parse(serializeCanonicalJson(value))).toEqual(value);
  });

  it('keeps a member that is called __proto__ apart from none', () => {
    expect(serializeCanonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });
});

describe('the fingerprint of a body', () => {
  const json = (text: string) => requestBodyFingerprint(JSON.parse(text));

  it('is the same for other white space, another order and another way to write a number', () => {
    expect(json('{"a":1,"b":[2,3]}')).toBe(json('{ "b" : [2.0, 3], "a" : 1e0 }'));
  });

  it.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', '{}'],
    ['{"a":"x"}', '{"a":"x "}'],
    ['[]', '{}'],
  ])('tells %s from %s', (one, other) => {
    expect(json(one)).not.toBe(json(other));
  });

  it('of a file depends on its bytes, its type and the fields next to it', () => {
    const file = { bytes: Buffer.from('abc'), content_type: 'image/png', fields: { fit: 'cover' } };
    expect(requestBodyFingerprint({ ...file, bytes: new Uint8Array([97, 98, 99]) })).toBe(requestBodyFingerprint(file));
    expect(requestBodyFingerprint({ ...file, bytes: Buffer.from('abd') })).not.toBe(requestBodyFingerprint(file));
    expect(requestBodyFingerprint({ ...file, content_type: 'image/gif' })).not.toBe(requestBodyFingerprint(file));
    expect(requestBodyFingerprint({ ...file, fields: {} })).not.toBe(requestBodyFingerprint(file));
  });

  it('of bytes is not that of a text', () => {
    const bytes = Buffer.from('abc');
    expect(requestBodyFingerprint(bytes)).not.toBe(requestBodyFingerprint(serializeCanonicalJson(bytes)));
    expect(requestBodyFingerprint(bytes)).not.toBe(requestBodyFingerprint({ ...bytes }));
  });
});

it('a key counts for one method and one path', () => {
  const scopes = [
    hashIdempotencyKeyScope('POST', '/renders', 'k'),
    hashIdempotencyKeyScope('PUT', '/renders', 'k'),
    hashIdempotencyKeyScope('POST', '/timelines', 'k'),
    hashIdempotencyKeyScope('POST', '/renders', 'K'),
  ];
  expect(new Set(scopes).size).toBe(4);
  expect(hashIdempotencyKeyScope('POST', '/renders', 'k')).toBe(scopes[0]);
});

describe('the header idempotency-key', () => {
  it.each(['k', '!', '~', 'x'.repeat(255), 'a,b', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])('can be %s', (key) => {
    expect(parseIdempotencyKeyHeader(key)).toBe(key);
  });
  it('can be absent', () => {
    expect(parseIdempotencyKeyHeader(undefined)).toBeUndefined();
  });
  it.each(['', ' ', 'a b', 'a\tb', 'x'.repeat(256), 'schlüssel', 'a\u007f', 'a\u0000', 'a\n', '\u{1f511}', 'a, b'])(
    'cannot be %j',
    (key) => {
      expect(() => parseIdempotencyKeyHeader(key)).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          details: expect.objectContaining({ param: 'idempotency-key' }),
        }),
      );
    },
  );
});

it('a stored answer is sealed wherever an answer has a secret in it', () => {
  const showing = apiContracts.filter(({ answer }) =>
    /"[a-z_]*secret"/.test(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any', io: 'output' }))),
  );
  const posts = showing.filter(({ method }) => method === 'POST').map(({ operation, secret }) => [operation, secret]);
  expect(posts.length).toBeGreaterThanOrEqual(2);
  for (const post of posts) expect(post).toEqual([post[0], true]);
});

describe('a request with a key', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const create = defineContract({
    operation: 'create',
    tag: 'service',
    summary: '',
    method: 'POST',
    path: '/things',
    answer: z.looseObject({}),
    errors: [],
  });

  /** A store that finds what it is asked to, and notes what is done with the claim. */
  function storeOf(
    found: Exclude<IdempotencyClaimOutcome['state'], 'answered' | 'claimed'> | StoredIdempotentAnswer | undefined,
  ) {
    const acts: unknown[] = [];
    const claim: ClaimedIdempotencyKey = {
      prepare: async (answer) => {
        acts.push(['prepare', answer]);
        return { committed: () => void acts.push(['committed']) };
      },
      answer: async (answer) => void acts.push(['answer', answer]),
      release: async () => void acts.push(['release']),
    };
    const answer: IdempotencyClaimOutcome =
      found === undefined
        ? { state: 'claimed', claim }
        : typeof found === 'string'
          ? { state: found }
          : { state: 'answered', answer: found };
    return { acts, store: { claim: async () => answer } };
  }

  /** Sends one request with a key; the handler answers with what `work` gives, and fails with what it throws. */
  function send(store: ReturnType<typeof storeOf>['store'], work: () => Promise<string>, file?: UploadedFile) {
    const handler = middy<APIGatewayProxyEvent, HttpResponse>()
      .use(requestIdMiddleware())
      .before(({ event }) => {
        requireRequestState(event).principal = samplePrincipal();
        if (file) requireRequestState(event).file = file;
      })
      .use(idempotencyMiddleware(create, () => ({ idempotency: store, log })))
      .handler(async (event: APIGatewayProxyEvent) =>
        uncachedJsonHttpResponse(200, requireRequestState(event).replay ?? (await work()), 'req'),
      );
    const event = { headers: { 'Idempotency-Key': 'k' } } as unknown as APIGatewayProxyEvent;
    return handler(event, {} as Context);
  }
  const never = async (): Promise<string> => {
    throw new Error('the work was done again');
  };

  it('is another request with another query', async () => {
    const withQuery = defineContract({
      operation: 'test',
      tag: 'timelines',
      summary: '',
      method: 'POST',
      path: '/things',
      query: z.strictObject({ of: z.string().optional() }),
      answer: z.looseObject({}),
      errors: [],
    });
    const fingerprints: string[] = [];
    const { store } = storeOf(undefined);
    const noting = {
      claim: async (use: IdempotentRequest) => {
        fingerprints.push(use.fingerprint);
        return store.claim();
      },
    };
    const handler = middy<APIGatewayProxyEvent, HttpResponse>()
      .use(requestIdMiddleware())
      .before(({ event }) => {
        requireRequestState(event).principal = samplePrincipal();
      })
      .use(idempotencyMiddleware(withQuery, () => ({ idempotency: noting, log })))
      .handler(async () => uncachedJsonHttpResponse(200, '{}', 'req'));
    for (const queryStringParameters of [null, {}, { of: 'a' }, { of: 'b' }, { of: 'a' }])
      await handler(
        { headers: { 'Idempotency-Key': 'k' }, queryStringParameters } as unknown as APIGatewayProxyEvent,
        {} as Context,
      );
    const [none, empty, a, b, again] = fingerprints;
    expect([empty, again]).toEqual([none, a]);
    expect(new Set([none, a, b]).size).toBe(3);
  });

  it('is done, and its answer stored', async () => {
    const { store, acts } = storeOf(undefined);
    expect((await send(store, async () => '{"id":1}')).body).toBe('{"id":1}');
    expect(acts).toEqual([['answer', { status: 200, text: '{"id":1}' }]]);
  });

  it('that was answered gets the same text', async () => {
    const { store } = storeOf({ status: 200, text: '{"id" :1}' });
    expect((await send(store, never)).body).toBe('{"id" :1}');
  });

  const file = { bytes: new Uint8Array(3), content_type: 'image/png', fields: {} };

  it('that carried a bad file fails the same way, and says that it is the same answer', async () => {
    const failure = new ServiceError('image_invalid', 'no', {
      param: 'p',
      faults: [{ param: 'p', message: 'm' }],
    });
    const { store, acts } = storeOf(undefined);
    await expect(send(store, () => Promise.reject(failure), file)).rejects.toBe(failure);
    expect(acts).toHaveLength(1);
    const [[act, stored]] = acts as [[string, StoredIdempotentAnswer]];
    expect([act, stored.status]).toEqual(['answer', 422]);

    await expect(send(storeOf(stored).store, never, file)).rejects.toMatchObject({
      code: 'image_invalid',
      message: 'no',
      details: { param: 'p', faults: [{ param: 'p', message: 'm' }], headers: { 'idempotent-replayed': 'true' } },
    });
  });

  it.each([
    ['a code that only a newer version knows', '{"code":"moon_full","message":"no"}'],
    ['a code that every object has', '{"code":"constructor","message":"no"}'],
    ['another form', '{"kind":"image_invalid"}'],
    ['a text that was cut off', '{"code":'],
  ])('whose stored failure has %s is asked to come back', async (_, text) => {
    await expect(send(storeOf({ status: 422, text }).store, never)).rejects.toBeInstanceOf(WrittenByNewerVersionError);
  });

  it.each(Object.entries(API_ERRORS))('gives the key back after %s, unless a file in it decides', async (code, row) => {
    const fail = () => Promise.reject(new ServiceError(code as ErrorCode, ''));
    const [without, withFile] = [storeOf(undefined), storeOf(undefined)];
    await send(without.store, fail).catch(() => undefined);
    await send(withFile.store, fail, file).catch(() => undefined);
    const kept = row[2] === 'same';
    expect(without.acts).toEqual([['release']]);
    expect(withFile.acts.map((act) => (act as unknown[])[0])).toEqual([kept ? 'answer' : 'release']);
    // A status that says that the state is in the way, or that the limit may move, never depends on the request alone.
    if (row[1] !== 422) expect(kept).toBe(false);
  });

  it.each([new DependencyUnavailableError('a throttled table'), new Error('a bug')])(
    'gives the key back after %s',
    async (error) => {
      const { store, acts } = storeOf(undefined);
      await expect(send(store, () => Promise.reject(error), file)).rejects.toBe(error);
      expect(acts).toEqual([['release']]);
    },
  );

  it('is refused with another body, and asked to wait while the first one runs', async () => {
    await expect(send(storeOf('other_request').store, never)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 422,
      details: { param: 'idempotency-key' },
    });
    await expect(send(storeOf('running').store, never)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      status: 409,
      details: { headers: { 'retry-after': '1' } },
    });
  });
});
