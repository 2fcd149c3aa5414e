import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorAccountDeps } from '#cli/operator.ts';
import { formatApiKey } from '#features/accounts/api-key.ts';
import { changePlanOfAccount, issueApiKey, revokeApiKey } from '#features/accounts/manage-accounts.ts';
import { apiContracts } from '#front/api/contracts.ts';
import type { KeyScope } from '#kernel/contract/key-scope.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { type KeyServer, startKeyServer } from '#test/support/accounts/key-server.ts';
import {
  type Attack,
  makeToken,
  newSigningKey,
  publicJwk,
  type TokenMaker,
  tokenAttacks,
} from '#test/support/accounts/tokens.ts';
import { isTried } from '#test/support/depth.ts';
import { isBeyondApiGateway, needing } from '#test/support/service/needing.ts';
import {
  bodyOf,
  type Ids,
  makeParty,
  type Party,
  pathOf,
  tokenMaker,
  unknownIds,
} from '#test/support/service/parties.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { PAGES } from '#test/support/service/shared-stack.ts';
import type { Answer, ErrorBody } from '#test/support/service/start-service.ts';

type Headers = Record<string, string>;

const protectedOperations = apiContracts.filter(({ open }) => !open);
const attacker = newSigningKey('attacker');
/** Every twentieth attack is tried at an operation; `createAccessTokenVerifier` meets each in a unit test. */
const APART = 20;

const service = sharedService();
let canary: KeyServer;
let maker: TokenMaker;
let attacks: Attack[];
let own: Party;
let other: Party;
let free: Party;
let revoked: string;

const send = <Body>(
  operation: OperationContract,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Answer<Body>> => service.anonymous<Body>(operation.method, path, body, headers);

function expectRefusal({ status, headers, body }: Answer<ErrorBody>, code: ErrorCode, what: string): void {
  const [type, expected] = API_ERRORS[code];
  expect({ what, status, ...body }).toEqual({
    what,
    status: expected,
    error: {
      type,
      code,
      message: expect.any(String),
      doc_url: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
      request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
    },
  });
  expect(headers.get('x-request-id'), what).toBe(body.error.request_id);
  expect(headers.get('content-type'), what).toContain('application/json');
}

/** The emulator starts a process of a deployed function for each request that finds none idle. */
const CONCURRENCY = service.mode === 'deployed' ? 2 : 8;

/** Does all of it, a few at a time. */
async function each<T>(list: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

type Refused = readonly [name: string, headers: Headers, code: ErrorCode];

/**
 * Every operation has this answer with the first of these headers, and with some of the others: one middleware checks the credentials of
 * all operations.
 */
const expectEverywhere = (cases: readonly Refused[], operations = protectedOperations): Promise<void> =>
  expectRefused(
    operations.flatMap((operation, number) =>
      cases.filter((_, at) => at === 0 || isTried(number + at, 9)).map((one) => [operation, ...one] as const),
    ),
  );

async function expectRefused(all: readonly (readonly [OperationContract, ...Refused])[]): Promise<void> {
  await each(all, async ([operation, name, headers, code]) => {
    const answer = await send<ErrorBody>(operation, pathOf(operation, own.ids), headers, bodyOf(operation, own.ids));
    expectRefusal(answer, code, `${operation.operation}: ${name}`);
  });
}

const cookie = (token: string): Headers => ({
  cookie: `session=${token}`,
  origin: new URL(service.stack.baseUrl).origin,
});

beforeAll(async () => {
  canary = await startKeyServer({ keys: [publicJwk(attacker)] });
  [own, other, free] = await Promise.all([
    makeParty(service, 'max'),
    makeParty(service, 'max'),
    makeParty(service, 'free'),
  ]);
  const deps = operatorAccountDeps(service.stack.environment);
  const gone = await issueApiKey(deps, own.accountId, { name: 'gone', scope: 'write' });
  await revokeApiKey(deps, own.accountId, gone.key.id);
  revoked = gone.secret;
  maker = await tokenMaker(service, own.accountId);
  attacks = tokenAttacks(maker, attacker, canary.base);
});
afterAll(async () => {
  await canary?.close();
});

describe('every operation', () => {
  it('refuses who has no credentials', async () => {
    await expectEverywhere([
      ['none', {}, 'credentials_missing'],
      ['another cookie', { cookie: 'theme=dark' }, 'credentials_missing'],
      ['an origin only', { origin: new URL(service.stack.baseUrl).origin }, 'credentials_missing'],
    ]);
  });

  it('refuses a bad key, whatever is next to it', async () => {
    const wellFormed = formatApiKey('live', randomBytes(32));
    await expectEverywhere([
      ['garbage', { 'x-api-key': 'svc_live_wrong' }, 'api_key_invalid'],
      ['an empty key', { 'x-api-key': '' }, 'api_key_invalid'],
      ['a key that was never issued', { 'x-api-key': wellFormed }, 'api_key_invalid'],
      ['a revoked key', { 'x-api-key': revoked }, 'api_key_invalid'],
      ['two keys', { 'x-api-key': `${own.key}, ${own.key}` }, 'api_key_invalid'],
      [
        'a bad key and a good token',
        { 'x-api-key': wellFormed, authorization: `Bearer ${own.token}` },
        'api_key_invalid',
      ],
      ['an empty key and a good token', { 'x-api-key': '', authorization: `Bearer ${own.token}` }, 'api_key_invalid'],
      ['a revoked key and a good session', { 'x-api-key': revoked, ...cookie(own.token) }, 'api_key_invalid'],
    ]);
  });

  /** Each attack at some operations, each operation under some attacks: one middleware checks the tokens of them all. */
  const expectAttacksRefused = async (isLarge: boolean): Promise<void> => {
    const all = protectedOperations.flatMap((operation, number) =>
      attacks.flatMap(({ name, authorization, code }, attack) =>
        isBeyondApiGateway(authorization) === isLarge && attack % APART === number % APART
          ? [[operation, name, { authorization }, code] as const]
          : [],
      ),
    );
    expect(all.length).toBeGreaterThan(0);
    await expectRefused(all);
    expect(canary.requests).toEqual([]);
  };

  it('refuses a token of every attack', () => expectAttacksRefused(false));

  needing('large headers').it('refuses tokens of 100 kB', () => expectAttacksRefused(true));

  it('refuses a bad session, and a good one of unknown origin that would change something', async () => {
    await expectEverywhere([
      ['garbage', cookie('garbage'), 'session_invalid'],
      ['an empty one', cookie(''), 'session_invalid'],
      ['an expired one', cookie(makeToken(maker, { exp: 1 })), 'session_invalid'],
      ['a bad token and a good session', { authorization: 'Bearer x', ...cookie(own.token) }, 'token_invalid'],
    ]);
    await each(
      protectedOperations.filter(({ method }) => method !== 'GET'),
      async (operation) => {
        const origins = [undefined, 'null', 'https://evil.example'];
        const number = protectedOperations.indexOf(operation);
        for (const origin of origins.filter((_, at) => isTried(number + at, origins.length))) {
          const headers = { cookie: `session=${own.token}`, ...(origin === undefined ? {} : { origin }) };
          const answer = await send<ErrorBody>(
            operation,
            pathOf(operation, own.ids),
            headers,
            bodyOf(operation, own.ids),
          );
          expectRefusal(answer, 'session_invalid', `${operation.operation}: ${origin}`);
        }
      },
    );
  });

  it('takes a session from a page of an allowed origin, which may ask and read; from no page of another one', async () => {
    const preflight = (origin: string, path = '/timelines') =>
      fetch(`${service.stack.baseUrl}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const permission = ({ status, headers }: { status: number; headers: globalThis.Headers }) => [
      status,
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
      headers.get('vary')?.includes('origin'),
    ];
    const asked = await preflight(PAGES);
    expect(permission(asked)).toEqual([204, PAGES, 'true', true]);
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(permission(await preflight(PAGES, '/nothing'))).toEqual([204, PAGES, 'true', true]);
    expect(permission(await preflight('https://evil.example'))).toEqual([405, null, null, true]);

    const ask = (method: string, path: string, origin: string, body?: unknown) =>
      service.anonymous(method, path, body, { cookie: `session=${own.token}`, origin });
    const timeline = { title: 'From a page' };
    expect(permission(await ask('POST', '/timelines', PAGES, timeline))).toEqual([200, PAGES, 'true', true]);
    expect(permission(await ask('POST', '/timelines', PAGES, {}))).toEqual([400, PAGES, 'true', true]);
    expect(permission(await ask('GET', '/nothing', PAGES))).toEqual([404, PAGES, 'true', true]);
    expect(permission(await ask('POST', '/timelines', 'https://evil.example', timeline))).toEqual([
      401,
      null,
      null,
      true,
    ]);
    // A GET changes nothing. It is answered, and the browser keeps the answer from the page.
    expect(permission(await ask('GET', '/timelines', 'https://evil.example'))).toEqual([200, null, null, true]);
  });

  it('is closed to the Free plan, whatever the credential', async () => {
    await expectEverywhere(
      [
        ['by key', { 'x-api-key': free.key }, 'plan_not_allowed'],
        ['by token', { authorization: `Bearer ${free.token}` }, 'plan_not_allowed'],
        ['by session', cookie(free.token), 'plan_not_allowed'],
      ],
      protectedOperations.filter(({ any_plan }) => !any_plan),
    );
  });

  it('that changes something is closed to a key that only reads, and those on keys to one without the scope `admin`', async () => {
    const deps = operatorAccountDeps(service.stack.environment);
    const issue = async (scope: KeyScope) => ({
      'x-api-key': (await issueApiKey(deps, own.accountId, { name: scope, scope })).secret,
    });
    const [read, write] = [await issue('read'), await issue('write')];
    const changes = protectedOperations.filter(
      ({ method, operation }) => method !== 'GET' && operation !== 'callTools',
    );
    await expectEverywhere([['a key that reads', read, 'scope_not_allowed']], changes);
    const onKeys = protectedOperations.filter(({ path }) => path.startsWith('/account/keys'));
    expect(onKeys).toHaveLength(4);
    await expectEverywhere([['a key that writes', write, 'scope_not_allowed']], onKeys);
    for (const headers of [read, write])
      expect((await service.anonymous('GET', '/timelines', undefined, headers)).status).toBe(200);
    // A tool calls the API with the key of the request.
    const call = (name: string, args: object) =>
      service.anonymous<{ result?: { isError?: boolean } }>(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        read,
      );
    expect((await call('list_templates', {})).body.result?.isError ?? false).toBe(false);
    expect((await call('create_timeline', { title: 'No', slides: [{ title: 'No' }] })).body.result?.isError).toBe(true);
  });

  it('is open to a good key, a good token and a good session alike; the first one decides', async () => {
    const ids = unknownIds();
    const alike: Headers[] = [
      { 'x-api-key': own.key, authorization: 'Bearer bad' },
      { authorization: `Bearer ${own.token}` },
      cookie(own.token),
    ];
    await each(protectedOperations, async (operation) => {
      const number = protectedOperations.indexOf(operation);
      const ask = async (headers: Headers) => {
        // An empty body makes nothing, anywhere.
        const answer = await send<Partial<ErrorBody>>(operation, pathOf(operation, ids), headers, operation.body && {});
        return { operation: operation.operation, status: answer.status, code: answer.body.error?.code };
      };
      const byKey = await ask({ 'x-api-key': own.key });
      expect([200, 400, 404], JSON.stringify(byKey)).toContain(byKey.status);
      for (const headers of alike.filter((_, at) => isTried(number + at, alike.length))) {
        // A token for an hour must not make a key that stays.
        const isRefused = operation.scope === 'admin' && headers.authorization === `Bearer ${own.token}`;
        const expected = isRefused ? { ...byKey, status: 403, code: 'scope_not_allowed' } : byKey;
        expect(await ask(headers)).toEqual(expected);
      }
    });
  });
});

describe('what belongs to another account', () => {
  /** Status and text, without the request's id. */
  const ask = async (operation: OperationContract, path: string, body: unknown) => {
    const answer = await send<ErrorBody>(operation, path, { 'x-api-key': own.key }, body);
    const { request_id, ...error } = answer.body.error ?? {};
    expect(request_id).toBe(answer.headers.get('x-request-id'));
    return { status: answer.status, text: JSON.stringify(error), code: error.code };
  };

  it('is answered, byte for byte, like what never existed', async () => {
    const operations = protectedOperations.filter(({ path }) => path.includes('{'));
    expect(operations.length).toBeGreaterThan(10);
    await each(operations, async (operation) => {
      const name = operation.operation;
      const strange = unknownIds();
      const missing = await ask(operation, pathOf(operation, strange), bodyOf(operation, strange));
      expect({ name, status: missing.status }).toEqual({ name, status: 404 });
      expect({ name, ...(await ask(operation, pathOf(operation, other.ids), bodyOf(operation, other.ids))) }).toEqual({
        name,
        ...missing,
      });
      // Within what is one's own, too: a slide, or a delivery, of someone else.
      const within = { ...own.ids, slide: other.ids.slide, delivery: other.ids.delivery };
      const nowhere = { ...own.ids, slide: strange.slide, delivery: strange.delivery };
      if (/\{[sd]id\}/.test(operation.path))
        expect({ name, ...(await ask(operation, pathOf(operation, within), bodyOf(operation, within))) }).toEqual({
          name,
          ...(await ask(operation, pathOf(operation, nowhere), bodyOf(operation, nowhere))),
          status: 404,
        });
    });
  });

  it('cannot be named in a body either', async () => {
    const strange = unknownIds();
    const cases: [string, (ids: Ids) => object, number][] = [
      ['createRender', ({ timeline }) => ({ timeline_id: timeline }), 404],
      ['reorderSlides', ({ slide }) => ({ slide_ids: [slide] }), 409],
      ['uploadSlideImage', ({ upload }) => ({ upload_id: upload }), 404],
      ['uploadBackgroundAudio', ({ upload }) => ({ upload_id: upload }), 404],
    ];
    for (const [name, body, status] of cases) {
      const operation = apiContracts.find((one) => one.operation === name);
      if (!operation) throw new Error(`there is no operation ${name}`);
      const path = pathOf(operation, own.ids);
      const missing = await ask(operation, path, body(strange));
      expect({ name, status: missing.status }).toEqual({ name, status });
      expect(await ask(operation, path, body(other.ids))).toEqual(missing);
    }
  });

  it('is untouched after all of this', async () => {
    const [timeline, render, webhook] = await Promise.all(
      [`/timelines/${other.ids.timeline}`, `/renders/${other.ids.render}`, `/webhooks/${other.ids.webhook}`].map(
        (path) =>
          service.anonymous<{ title?: string; slides?: unknown[] }>('GET', path, undefined, { 'x-api-key': other.key }),
      ),
    );
    expect([timeline?.status, render?.status, webhook?.status]).toEqual([200, 200, 200]);
    expect(timeline?.body).toMatchObject({ title: 'Theirs', slides: [{ id: other.ids.slide, title: 'One' }] });
  });
});

/** `fetch` would join them; this sends one header line each. */
const statusWith = (headers: Record<string, string[]>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${service.stack.baseUrl}/me`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

describe('cookies of other pages on the same host', () => {
  const OTHERS: readonly (readonly [string, string])[] = [
    ['with a blank', 'c="d e"'],
    ['with a comma and quotes', 'prefs={"a":1,"b":[2]}'],
    ['without a value', 'flag; =; ;'],
    ['with an invalid name', 'a b=c; [x]=1'],
    ['not in ASCII', 'name=M\u00fcller'],
    ['very long', `big=${'x'.repeat(30_000)}`],
    ['many', Array.from({ length: 500 }, (_, i) => `c${i}=v`).join('; ')],
    ['with a name that looks like ours', 'sessions=a; my_session=b; SESSION=c'],
  ];
  for (const [name, others] of OTHERS) {
    const tests = isBeyondApiGateway(others) ? needing('large headers') : { it };
    tests.it(`are ignored: ${name}`, async () => {
      expect(await statusWith({ 'x-api-key': [own.key], cookie: [others] })).toBe(200);
      expect(await statusWith({ authorization: [`Bearer ${own.token}`], cookie: [others] })).toBe(200);
      expect(await statusWith({ cookie: [`${others}; session=${own.token}`] })).toBe(200);
      expect(await statusWith({ cookie: [others] })).toBe(401);
    });
  }
});

describe('a credential that is sent twice', () => {
  it('is refused, good as either may be', async () => {
    const authorization = `Bearer ${own.token}`;
    expect(await statusWith({ authorization: [authorization] })).toBe(200);
    expect(await statusWith({ authorization: [authorization, authorization] })).toBe(401);
    expect(await statusWith({ 'x-api-key': [own.key] })).toBe(200);
    expect(await statusWith({ 'x-api-key': [own.key, own.key] })).toBe(401);
    const session = `session=${own.token}`;
    expect(await statusWith({ cookie: ['theme=dark', session] })).toBe(200);
    expect(await statusWith({ cookie: [session, session] })).toBe(401);
  });
});

describe('GET /me', () => {
  const me = (headers: Headers) => service.anonymous<{ id: string; auth: object }>('GET', '/me', undefined, headers);

  it('says by which credential one came', async () => {
    const byKey = await me({ 'x-api-key': own.key });
    expect(byKey.body).toMatchObject({
      id: own.accountId,
      auth: { method: 'api_key', key_id: expect.stringMatching(/^key_/) },
    });
    for (const [headers, method] of [
      [{ authorization: `Bearer ${own.token}` }, 'bearer'],
      [cookie(own.token), 'session'],
    ] as const) {
      const answer = await me(headers);
      expect([answer.status, answer.body.id, answer.body.auth]).toEqual([200, own.accountId, { method }]);
    }
  });

  it('follows a change of plan with every credential at once', async () => {
    const deps = operatorAccountDeps(service.stack.environment);
    const changing = await makeParty(service, 'pro');
    const ways = [{ 'x-api-key': changing.key }, { authorization: `Bearer ${changing.token}` }, cookie(changing.token)];
    const statuses = () => Promise.all(ways.map(async (headers) => (await me(headers)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await changePlanOfAccount(deps, changing.accountId, 'free');
    expect(await statuses()).toEqual([403, 403, 403]);
    await changePlanOfAccount(deps, changing.accountId, 'max');
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});
