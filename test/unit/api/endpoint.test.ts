import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEndpointFactory, type EndpointDeps } from '#front/api/endpoint.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { pageQueryShape } from '#kernel/contract/pagination.ts';
import { DependencyUnavailableError, ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { WorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

let order: string[];
let errors: unknown[];
let records: WorkLogRecord[];
let time = handClock();
let authenticate: EndpointDeps['authenticate'];
let admission: Awaited<ReturnType<EndpointDeps['admit']>>;
let handle: () => Promise<Record<string, unknown>>;

beforeEach(() => {
  order = [];
  errors = [];
  records = [];
  time = handClock();
  authenticate = async () => samplePrincipal();
  admission = { retry_after_seconds: 0, headers: {} };
  handle = async () => ({ ok: true });
});

const endpoint = createEndpointFactory(() => ({
  publicBaseUrl: 'https://api.example.com/v1',
  authenticate: (credentials, access) => {
    order.push('authenticate');
    return authenticate(credentials, access, () => undefined);
  },
  sessionOrigins: ['https://app.example'],
  admit: async () => admission,
  withinTimeLeft: (_, work) => work(),
  rateLimitGate: (_, work) => work(),
  idempotency: {
    claim: async () => {
      throw new Error('no request here has a key');
    },
  },
  clock: time.clock,
  record: (record) => void records.push(record),
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (_, details) => void errors.push(details?.error),
  },
}));
const operation = endpoint(
  defineContract({
    operation: 'test',
    tag: 'timelines',
    summary: '',
    method: 'POST',
    path: '/test/{id}',
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ page: z.string().optional() }),
    body: z.strictObject({ title: z.string() }),
    answer: z.looseObject({}),
    errors: [],
  }),
  async ({ body, params, query }) => {
    order.push(`handle ${JSON.stringify({ body, params, query })}`);
    return handle();
  },
);
const bodyless = endpoint(
  defineContract({
    operation: 'test',
    tag: 'timelines',
    summary: '',
    method: 'GET',
    path: '/test',
    answer: z.looseObject({}),
    errors: [],
  }),
  async () => handle(),
);

const list = endpoint(
  defineContract({
    operation: 'test',
    tag: 'timelines',
    summary: '',
    method: 'GET',
    path: '/test',
    query: z.strictObject(pageQueryShape),
    answer: z.looseObject({}),
    errors: ['invalid_cursor'],
  }),
  async () => handle(),
);

const EVENT = {
  body: '{"title":"x"}',
  headers: { 'content-type': 'application/json' },
  pathParameters: { id: 'a' },
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  isBase64Encoded: false,
};

describe('a page of another origin', () => {
  const answerTo = async (origin: string | undefined, over: object = {}) => {
    const headers = { ...EVENT.headers, ...(origin === undefined ? {} : { Origin: origin }) };
    const { statusCode, headers: told } = await operation(
      { ...structuredClone(EVENT), headers, ...over } as unknown as APIGatewayProxyEvent,
      {} as Context,
    );
    return [statusCode, told['access-control-allow-origin'], told['access-control-allow-credentials'], told.vary];
  };

  it.each([
    ['an answer', {}, 200],
    ['a refusal', { body: '{}' }, 400],
  ])('may read %s when its origin is allowed, and only then', async (_, over, status) => {
    expect(await answerTo('https://app.example', over)).toEqual([status, 'https://app.example', 'true', 'origin']);
    for (const other of ['https://evil.example', 'null', 'https://app.example, https://evil.example', undefined])
      expect(await answerTo(other, over)).toEqual([status, undefined, undefined, 'origin']);
  });

  it('may read a failure, and a refusal of its credentials', async () => {
    handle = async () => {
      throw new Error('a fault of ours');
    };
    expect(await answerTo('https://app.example')).toEqual([500, 'https://app.example', 'true', 'origin']);
    authenticate = async () => {
      throw new ServiceError('credentials_missing', 'Send an API key.');
    };
    expect(await answerTo('https://app.example')).toEqual([401, 'https://app.example', 'true', 'origin']);
  });
});

async function call(over: object = {}, target = operation) {
  const event = { ...structuredClone(EVENT), ...over } as unknown as APIGatewayProxyEvent;
  const answer = await target(event, {} as Context);
  if (!answer) throw new Error('there is no answer');
  const body = JSON.parse(answer.body);
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
  if (body.error) expect(body.error.request_id).toBe(answer.headers['x-request-id']);
  return { status: answer.statusCode, body, code: body.error?.code, headers: answer.headers };
}

describe('an operation', () => {
  it('answers 200 with what its use case gives, and hands it what was checked', async () => {
    const { status, body } = await call({ queryStringParameters: { page: '2' } });
    expect([status, body]).toEqual([200, { ok: true }]);
    expect(order).toEqual(['authenticate', 'handle {"body":{"title":"x"},"params":{"id":"a"},"query":{"page":"2"}}']);
  });

  it('gives each request its own id', async () => {
    const ids = await Promise.all([call(), call(), call()]);
    expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });

  it('looks at credentials before anything else', async () => {
    authenticate = async () => {
      throw new ServiceError('credentials_missing', 'no');
    };
    for (const over of [{}, { body: '{' }, { headers: {} }, { queryStringParameters: { nope: '1' } }])
      expect(await call(over)).toMatchObject({ status: 401, code: 'credentials_missing' });
    expect(order.every((step) => step === 'authenticate')).toBe(true);
  });

  it.each([
    ['x-api-key', 'authorization'],
    ['X-API-Key', 'Authorization'],
    ['X-Api-KEY', 'AUTHORIZATION'],
  ])('finds credentials in %s and %s', async (key, authorization) => {
    let seen: unknown;
    authenticate = async (credentials) => {
      seen = credentials;
      return samplePrincipal();
    };
    await call({ headers: { 'content-type': 'application/json', [key]: 'k', [authorization]: 'Bearer t' } });
    expect(seen).toEqual({ apiKey: 'k', authorization: 'Bearer t' });
  });

  it.each([
    ['no JSON', { body: '{"title":' }, 400, 'invalid_json'],
    ['no body', { body: null }, 400, 'invalid_json'],
    ['an empty body', { body: '' }, 400, 'invalid_json'],
    ['a body of blanks', { body: '  ' }, 400, 'invalid_json'],
    ['a body with a byte order mark and rubbish', { body: '\ufeff{]' }, 400, 'invalid_json'],
    ['a key __proto__', { body: '{"title":"x","__proto__":{"a":1}}' }, 400, 'invalid_json'],
    ['a key __proto__ within', { body: '{"title":{"__proto__":"x"}}' }, 400, 'invalid_json'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    ['a form', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 415, 'unsupported_media_type'],
    ['no content type', { headers: {} }, 415, 'unsupported_media_type'],
    ['a wrong type', { body: '{"title":1}' }, 400, 'validation_failed'],
    ['an unknown field', { body: '{"title":"x","b":1}' }, 400, 'unknown_field'],
    ['an unknown query parameter', { queryStringParameters: { limit: '1' } }, 400, 'unknown_field'],
    [
      'a query parameter sent twice',
      { queryStringParameters: { page: '2' }, multiValueQueryStringParameters: { page: ['1', '2'] } },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_, over, status, code) => {
    const answer = await call(over);
    expect(answer).toMatchObject({ status, code });
    if (code === 'validation_failed' || code === 'unknown_field') expect(answer.body.error.errors).toHaveLength(1);
    expect(order).toEqual(['authenticate']);
    expect(errors).toEqual([]);
  });

  it.each([
    ['application/json; charset=utf-8', 'content-type'],
    ['application/json', 'Content-Type'],
    ['application/json', 'CONTENT-TYPE'],
    ['Application/JSON', 'content-type'],
  ])('takes a body of %s in the header %s', async (type, name) => {
    expect((await call({ headers: { [name]: type } })).status).toBe(200);
  });

  it('names the key that is not allowed', async () => {
    const { body } = await call({ body: '{"title":"x","__proto__":"y"}' });
    expect(body.error.message).toBe('The body has a key that is not allowed: __proto__.');
  });

  it('answers invalid_cursor to a list that is sent two cursors', async () => {
    const answer = await call({ multiValueQueryStringParameters: { cursor: ['a', 'a'] } }, list);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_cursor', body: { error: { param: 'query.cursor' } } });
    const other = await call({ multiValueQueryStringParameters: { cursor: ['a', 'b'] } });
    expect(other).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'refuses an unknown query parameter %s',
    async (name) => {
      expect(await call({ queryStringParameters: Object.fromEntries([[name, '1']]) })).toMatchObject({
        status: 400,
        code: 'unknown_field',
        body: { error: { param: `query.${name}` } },
      });
    },
  );

  it('takes a body that the gateway encoded', async () => {
    const body = Buffer.from('{"title":"ä"}').toString('base64');
    expect((await call({ body, isBase64Encoded: true })).status).toBe(200);
    expect(order[1]).toContain('"title":"ä"');
  });

  it('takes no body where it has no use for one, whatever comes', async () => {
    expect((await call({ body: '{', headers: {} }, bodyless)).status).toBe(200);
  });

  it('tells of an error that is not ours nothing but that there was one, and logs it whole', async () => {
    const fault = new Error('no such table: secret');
    handle = async () => {
      throw fault;
    };
    const answer = await call();
    expect(answer).toMatchObject({ status: 500, code: 'internal_error' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(errors).toEqual([fault]);
  });

  it('answers 503, and when to come back, where the table, a queue or the bucket is not available', async () => {
    handle = async () => {
      throw new DependencyUnavailableError('DynamoDB: secret');
    };
    const answer = await call();
    expect(answer).toMatchObject({ status: 503, code: 'unavailable', headers: { 'retry-after': '2' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(errors).toEqual([]);
  });

  it('logs nothing of an error that the client made', async () => {
    handle = async () => {
      throw new ServiceError('timeline_empty', 'nothing there');
    };
    expect(await call()).toMatchObject({ status: 422, code: 'timeline_empty' });
    expect(errors).toEqual([]);
  });
});

describe('the record of a request', () => {
  const CANARY = 'canary-7f3a';

  it('is one line with operation, account, ids, status and duration', async () => {
    const timeline = newId('timeline');
    const made = newId('render');
    handle = async () => {
      time.pass(1.5);
      return { id: made, title: CANARY };
    };
    const { headers } = await call({ pathParameters: { id: timeline } });
    expect(records).toEqual([
      {
        message: 'request',
        dimensions: [{ operation: 'test' }],
        metrics: { Requests: 1, RequestDuration: 1500 },
        details: {
          request_id: headers['x-request-id'],
          account_id: expect.stringMatching(/^acc_/),
          method: 'POST',
          path: '/test/{id}',
          status: 200,
          path_id: timeline,
          resource_id: made,
        },
      },
    ]);
  });

  it.each<[string, object, number, string]>([
    ['refused by its body', { body: `{"${CANARY}":1}` }, 400, 'validation_failed'],
    ['that is not JSON', { body: CANARY }, 400, 'invalid_json'],
    ['with an odd path', { pathParameters: { id: CANARY }, body: '{' }, 400, 'invalid_json'],
  ])('%s names the code, and nothing of what the client sent', async (_, over, status, code) => {
    await call({ ...over, headers: { 'content-type': 'application/json', 'x-test': CANARY } });
    expect(records).toMatchObject([{ dimensions: [{ operation: 'test' }, { code }], details: { status } }]);
    expect(JSON.stringify(records)).not.toContain(CANARY);
  });

  it('is there for a failure of the service, and for one without an account', async () => {
    handle = async () => {
      throw new Error(CANARY);
    };
    await call();
    authenticate = async () => {
      throw new ServiceError('credentials_missing', 'no');
    };
    await call();
    expect(records).toMatchObject([
      { dimensions: [{}, { code: 'internal_error' }], details: { status: 500 } },
      { dimensions: [{}, { code: 'credentials_missing' }], details: { status: 401, account_id: undefined } },
    ]);
    expect(JSON.stringify(records)).not.toContain(CANARY);
  });
});
