import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokenVerifier } from '#features/accounts/access-token.ts';
import type { LinkedIdentity, Plan } from '#features/accounts/account.ts';
import { type AuthenticationDeps, authenticate, type Credentials } from '#features/accounts/authenticate.ts';
import { newLinkedIdentity } from '#features/accounts/identity.ts';
import { createIssuerKeyFinder } from '#features/accounts/key-set.ts';
import type { AccountStore } from '#features/accounts/ports.ts';
import { type KeyServer, startKeyServer } from '#test/support/accounts/key-server.ts';
import { makeToken, newSigningKey, publicJwk, type TokenMaker, tokenAttacks } from '#test/support/accounts/tokens.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';

const keys = {
  ES256: newSigningKey('main'),
  RS256: newSigningKey('rsa', 'RS256'),
  EdDSA: newSigningKey('edwards', 'EdDSA'),
};
const attacker = newSigningKey('attacker');
const maker: TokenMaker = {
  key: keys.ES256,
  issuer: 'https://id.example.com',
  audience: 'video',
  subject: 'user-1',
  now: START,
};

let issuer: KeyServer;
let canary: KeyServer;
const identities = new Map<string, LinkedIdentity>();
const store = {
  findIdentityByHash: async (hash) => identities.get(hash),
} satisfies Partial<AccountStore> as unknown as AccountStore;

const link = (subject: string, plan: Plan, of = maker.issuer) => {
  const identity = newLinkedIdentity({ issuer: of, subject }, { id: `acc_${subject}`, plan }, START.toISOString());
  identities.set(identity.hash, identity);
};

function deps(clock = handClock().clock): AuthenticationDeps {
  const { issuer: name, audience } = maker;
  const verifyToken = createAccessTokenVerifier({
    issuer: name,
    audience,
    keys: createIssuerKeyFinder(issuer.url, clock),
    clock,
  });
  return { store, clock, verifyToken, sessionOrigins: ['https://app.example.com'] };
}

const enter = (credentials: Partial<Credentials>, using = deps()) =>
  authenticate(
    using,
    { apiKey: undefined, authorization: undefined, method: 'GET', ...credentials },
    { scope: 'write' },
  );
const outcome = (credentials: Partial<Credentials>, using = deps()) =>
  enter(credentials, using).then(
    ({ account_id, method }) => `${account_id} ${method}`,
    ({ status, code }) => `${status} ${code}`,
  );
const withToken = (token: string, using = deps()) => outcome({ authorization: `Bearer ${token}` }, using);

beforeAll(async () => {
  issuer = await startKeyServer({
    keys: [
      ...Object.values(keys).map(publicJwk),
      { kty: 'oct', kid: 'symmetric', k: Buffer.from('secret').toString('base64url') },
    ],
  });
  canary = await startKeyServer({ keys: [publicJwk(attacker), publicJwk({ ...attacker, kid: 'main' })] });
  link('user-1', 'pro');
  link('free', 'free');
});
afterAll(() => Promise.all([issuer.close(), canary.close()]));

describe('the scope', () => {
  const admin = (credentials: Partial<Credentials>) =>
    authenticate(
      deps(),
      { apiKey: undefined, authorization: undefined, method: 'POST', ...credentials },
      { scope: 'admin' },
    );

  it('of a bearer token is too small to manage keys', async () => {
    const authorization = `Bearer ${makeToken(maker)}`;
    await expect(admin({ authorization })).rejects.toMatchObject({ status: 403, code: 'scope_not_allowed' });
  });

  it('of a session is enough, from a page of an allowed origin only', async () => {
    const cookie = `session=${makeToken(maker)}`;
    expect(await admin({ cookie, origin: 'https://app.example.com' })).toMatchObject({ scope: 'admin' });
    for (const origin of [undefined, 'https://evil.example', 'null'])
      await expect(admin({ cookie, origin })).rejects.toMatchObject({ status: 401, code: 'session_invalid' });
  });
});

describe('a bearer token', () => {
  it.each(Object.values(keys))('signed with $alg opens the account of its subject', async (key) => {
    expect(await enter({ authorization: `Bearer ${makeToken({ ...maker, key })}` })).toEqual({
      account_id: 'acc_user-1',
      plan: 'pro',
      method: 'bearer',
      scope: 'write',
    });
  });

  it.each([
    ['with the scheme in small letters', { authorization: `bearer ${makeToken(maker)}` }],
    ['with the whole media type', { authorization: `Bearer ${makeToken(maker, {}, { typ: 'application/at+jwt' })}` }],
    ['typed by its claim', { authorization: `Bearer ${makeToken(maker, { token_use: 'access' }, { typ: 'JWT' })}` }],
    [
      'typed by its claim alone',
      { authorization: `Bearer ${makeToken(maker, { token_use: 'access' }, { typ: undefined })}` },
    ],
    ['for several audiences', { authorization: `Bearer ${makeToken(maker, { aud: ['other', 'video'] })}` }],
  ])('is good %s', async (_, credentials) => {
    expect(await outcome(credentials)).toBe('acc_user-1 bearer');
  });

  it.each(tokenAttacks(maker, attacker, 'http://canary.invalid').map(({ name }, index) => [name, index] as const))(
    'is refused: %s',
    async (_, index) => {
      const attack = tokenAttacks(maker, attacker, canary.base)[index];
      expect(await outcome({ authorization: attack?.authorization })).toBe(`401 ${attack?.code}`);
      expect(canary.requests).toEqual([]);
    },
  );

  it('that is signed with a symmetric key of the set is refused', async () => {
    const [header, claims] = makeToken(maker, {}, { alg: 'HS256', kid: 'symmetric' }).split('.');
    expect(await withToken(`${header}.${claims}.AAAA`)).toBe('401 token_invalid');
  });

  it.each([
    ['exp 59 s ago', { exp: -59 }, 'acc_user-1 bearer'],
    ['exp 60 s ago', { exp: -60 }, '401 token_expired'],
    ['nbf in 60 s', { nbf: 60 }, 'acc_user-1 bearer'],
    ['nbf in 61 s', { nbf: 61 }, '401 token_invalid'],
  ])('has a minute of leeway: %s', async (_, offsets, expected) => {
    const now = Math.floor(START.getTime() / 1000);
    const claims = Object.fromEntries(Object.entries(offsets).map(([name, offset]) => [name, now + offset]));
    expect(await withToken(makeToken(maker, claims))).toBe(expected);
  });

  it('is good until its time is over', async () => {
    const hand = handClock();
    const using = deps(hand.clock);
    const token = makeToken(maker);
    expect(await withToken(token, using)).toBe('acc_user-1 bearer');
    hand.pass(700);
    expect(await withToken(token, using)).toBe('401 token_expired');
    expect(await withToken(makeToken({ ...maker, now: secondsAfter(700) }), using)).toBe('acc_user-1 bearer');
  });

  it('of the Free plan opens nothing', async () => {
    expect(await withToken(makeToken({ ...maker, subject: 'free' }))).toBe('403 plan_not_allowed');
  });

  it('is not accepted for a subject that another issuer calls the same', async () => {
    link('shared', 'pro', 'https://other.example.com');
    expect(await withToken(makeToken({ ...maker, subject: 'shared' }))).toBe('401 token_invalid');
  });

  it('is refused where no issuer is trusted', async () => {
    expect(await withToken(makeToken(maker), { store, clock: () => START })).toBe('401 token_invalid');
  });
});

describe('the order of credentials', () => {
  const token = makeToken(maker);
  it.each<[string, Partial<Credentials>, string]>([
    ['a bad key beside a good token', { apiKey: 'x', authorization: `Bearer ${token}` }, '401 api_key_invalid'],
    ['an empty key beside a good token', { apiKey: '', authorization: `Bearer ${token}` }, '401 api_key_invalid'],
    ['a bad key beside a good session', { apiKey: 'x', cookie: `session=${token}` }, '401 api_key_invalid'],
    [
      'a bad token beside a good session',
      { authorization: 'Bearer x', cookie: `session=${token}` },
      '401 token_invalid',
    ],
    ['an empty token beside a good session', { authorization: '', cookie: `session=${token}` }, '401 token_invalid'],
    [
      'a good token beside a bad session',
      { authorization: `Bearer ${token}`, cookie: 'session=x' },
      'acc_user-1 bearer',
    ],
    ['no cookie of ours', { cookie: 'theme=dark; xsession=1; session2=1' }, '401 credentials_missing'],
    ['nothing', {}, '401 credentials_missing'],
  ])('%s', async (_, credentials, expected) => {
    expect(await outcome(credentials)).toBe(expected);
  });
});

describe('a session cookie', () => {
  const token = makeToken(maker);
  const cookie = `theme=dark; session=${token}; lang=en`;

  it('opens the account of its subject', async () => {
    expect(await outcome({ cookie })).toBe('acc_user-1 session');
  });

  it.each([
    ['empty', 'session='],
    ['without a value', 'session'],
    ['garbage', 'session=x'],
    ['given twice', `session=${token}; session=${token}`],
    ['expired', `session=${makeToken(maker, { exp: 1 })}`],
    ['an id token', `session=${makeToken(maker, {}, { typ: 'JWT' })}`],
    ['of 100 kB', `session=${'x'.repeat(100_000)}`],
  ])('is refused: %s', async (_, bad) => {
    expect(await outcome({ cookie: bad })).toBe('401 session_invalid');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', undefined])('needs an allowed origin to %s', async (method) => {
    const from = (origin: string | undefined) => outcome({ cookie, method, origin });
    expect(await from('https://app.example.com')).toBe('acc_user-1 session');
    for (const origin of [
      undefined,
      '',
      'null',
      '*',
      'https://evil.example',
      'https://app.example.com.evil.example',
      'https://app.example.com:444',
      'http://app.example.com',
      'https://app.example.com/',
      'https://app.example.com, https://evil.example',
    ])
      expect(await from(origin), String(origin)).toBe('401 session_invalid');
  });

  it('needs no origin to read', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(await outcome({ cookie, method, origin: 'https://evil.example' })).toBe('acc_user-1 session');
  });

  it('is not a bearer token: those need no origin', async () => {
    expect(await outcome({ authorization: `Bearer ${token}`, method: 'POST' })).toBe('acc_user-1 bearer');
  });
});
