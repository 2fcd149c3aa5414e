import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey, Plan } from '#features/accounts/account.ts';
import { formatApiKey, hashApiKey } from '#features/accounts/api-key.ts';
import { authenticate, type OperationAccess } from '#features/accounts/authenticate.ts';
import { getMe } from '#features/accounts/get-me.ts';
import type { AccountStore } from '#features/accounts/ports.ts';
import type { KeyScope } from '#kernel/contract/key-scope.ts';
import { handClock, START, samplePrincipal } from '#test/support/samples/entities.ts';

const keyOf = (seed: number) => formatApiKey('live', new Uint8Array(32).fill(seed));
const [PRO, MAX, FREE, UNKNOWN] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)];
const MISTYPED = `${PRO.slice(0, -1)}${PRO.endsWith('0') ? '1' : '0'}`;

let hand: ReturnType<typeof handClock>;
let lookUps: string[];
let touches: [string, string, string][];
let stored: Map<string, ApiKey>;
let store: AccountStore;

function storedKey(secret: string, plan: Plan): ApiKey {
  const created_at = START.toISOString();
  return {
    id: `key_${plan}`,
    account_id: `acc_${plan}`,
    plan,
    name: 'x',
    hash: hashApiKey(secret),
    last4: '',
    created_at,
  };
}

beforeEach(() => {
  hand = handClock();
  lookUps = [];
  touches = [];
  stored = new Map(
    (
      [
        [PRO, 'pro'],
        [MAX, 'max'],
        [FREE, 'free'],
      ] as const
    ).map(([secret, plan]) => [hashApiKey(secret), storedKey(secret, plan)]),
  );
  store = {
    findAccount: async () => undefined,
    async findKeyByHash(hash) {
      lookUps.push(hash);
      return stored.get(hash);
    },
    async touchKey(key, usedAt, unlessSince) {
      touches.push([key.id, usedAt, unlessSince]);
      stored.set(key.hash, { ...key, last_used_at: usedAt });
    },
  } satisfies Partial<AccountStore> as unknown as AccountStore;
});

const enter = (apiKey: string | undefined, authorization?: string, access: OperationAccess = { scope: 'write' }) =>
  authenticate({ store, clock: hand.clock }, { apiKey, authorization }, access);
const outcome = (apiKey: string | undefined, authorization?: string, access?: OperationAccess) =>
  enter(apiKey, authorization, access).then(
    ({ account_id }) => account_id,
    ({ status, code }) => `${status} ${code}`,
  );

describe('credentials', () => {
  it.each([
    ['none', undefined, undefined, '401 credentials_missing'],
    ['a good key', PRO, undefined, 'acc_pro'],
    ['a good key of another plan', MAX, undefined, 'acc_max'],
    ['a good key beside rubbish', PRO, 'Bearer rubbish', 'acc_pro'],
    ['a key of the Free plan', FREE, undefined, '403 plan_not_allowed'],
    ['an unknown key', UNKNOWN, undefined, '401 api_key_invalid'],
    ['a mistyped key', MISTYPED, undefined, '401 api_key_invalid'],
    ['an empty key', '', undefined, '401 api_key_invalid'],
    ['a bad key beside a token: nothing falls through', UNKNOWN, 'Bearer a.b.c', '401 api_key_invalid'],
    ['an empty key beside a token', '', 'Bearer a.b.c', '401 api_key_invalid'],
    ['a token', undefined, 'Bearer a.b.c', '401 token_invalid'],
    ['a key in the wrong place', undefined, `Bearer ${PRO}`, '401 token_invalid'],
    ['a password', undefined, 'Basic YTpi', '401 token_invalid'],
    ['an empty token', undefined, '', '401 token_invalid'],
    ['100 kB of rubbish as a key', 'x'.repeat(100_000), undefined, '401 api_key_invalid'],
    ['100 kB of rubbish as a token', undefined, 'x'.repeat(100_000), '401 token_invalid'],
  ])('%s', async (_, apiKey, authorization, expected) => {
    expect(await outcome(apiKey, authorization)).toBe(expected);
  });

  it.each([`Bearer ${PRO}`, `bearer ${UNKNOWN}`, MISTYPED])(
    'that are an API key in the wrong header say where it belongs',
    async (sent) => {
      await expect(enter(undefined, sent)).rejects.toThrow('Send it in the header x-api-key.');
      expect(lookUps).toEqual([]);
    },
  );

  it.each(['', ' '])('that are an empty key say that none was sent: %j', async (sent) => {
    await expect(enter(sent)).rejects.toThrow('No API key was sent: the header x-api-key is empty.');
  });

  it('that cannot be a key are refused without a look-up', async () => {
    for (const text of [MISTYPED, '', 'x', PRO.toLowerCase(), ` ${PRO}`]) await outcome(text);
    expect(lookUps).toEqual([]);
  });

  it('are refused when the store gives a key that has another hash', async () => {
    stored.set(hashApiKey(UNKNOWN), storedKey(PRO, 'pro'));
    expect(await outcome(UNKNOWN)).toBe('401 api_key_invalid');
  });

  it('say who it is and by which key', async () => {
    expect(await enter(MAX)).toEqual({
      account_id: 'acc_max',
      plan: 'max',
      method: 'api_key',
      scope: 'write',
      key_id: 'key_max',
    });
  });
});

describe('a scope', () => {
  const withScope = (scope: KeyScope | undefined) => {
    stored.set(hashApiKey(PRO), { ...storedKey(PRO, 'pro'), scope });
  };

  it.each([
    ['read', 'read', 'acc_pro'],
    ['read', 'write', '403 scope_not_allowed'],
    ['read', 'admin', '403 scope_not_allowed'],
    ['write', 'read', 'acc_pro'],
    ['write', 'write', 'acc_pro'],
    ['write', 'admin', '403 scope_not_allowed'],
    ['admin', 'read', 'acc_pro'],
    ['admin', 'admin', 'acc_pro'],
    // A key from before there were scopes.
    [undefined, 'write', 'acc_pro'],
    [undefined, 'admin', '403 scope_not_allowed'],
  ] as const)('%s of a key, where %s is needed: %s', async (scope, needed, expected) => {
    withScope(scope);
    expect(await outcome(PRO, undefined, { scope: needed })).toBe(expected);
  });

  it('that is too small does not count as a use of the key', async () => {
    withScope('read');
    await outcome(PRO);
    expect(touches).toEqual([]);
  });
});

describe('an operation for every plan', () => {
  const access = { scope: 'read', anyPlan: true } as const;

  it('lets the Free plan in, and only there', async () => {
    expect(await outcome(FREE, undefined, access)).toBe('acc_free');
    expect(await outcome(FREE, undefined, { scope: 'read' })).toBe('403 plan_not_allowed');
  });

  it('still asks for a valid key and for the scope', async () => {
    expect(await outcome(UNKNOWN, undefined, access)).toBe('401 api_key_invalid');
    expect(await outcome(FREE, undefined, { ...access, scope: 'admin' })).toBe('403 scope_not_allowed');
  });
});

describe('the last use of a key', () => {
  it('is noted once a minute', async () => {
    const noted: number[] = [];
    for (let second = 0; second <= 125; second += 5) {
      const before = touches.length;
      await enter(PRO);
      if (touches.length > before) noted.push(second);
      hand.pass(5);
    }
    expect(noted).toEqual([0, 65]);
    expect(touches[0]).toEqual(['key_pro', '2026-03-04T05:06:07.890Z', '2026-03-04T05:05:07.890Z']);
  });

  it('is not noted for who is refused', async () => {
    for (const key of [FREE, UNKNOWN, MISTYPED]) await outcome(key);
    expect(touches).toEqual([]);
  });
});

describe('the own account', () => {
  it('is shown with the way in, and nothing else that the store keeps with it', async () => {
    const account = { id: 'acc_pro', name: 'Ada', email: 'a@example.com', plan: 'pro', created_at: 'x' } as const;
    store.findAccount = async () => ({ ...account, webhook_count: 3 }) as typeof account;
    expect(await getMe(store, samplePrincipal({ key_id: 'key_pro' }))).toEqual({
      ...account,
      auth: { method: 'api_key', key_id: 'key_pro' },
    });
  });

  it('that is gone is not opened by a key that is left of it', async () => {
    await expect(getMe(store, samplePrincipal())).rejects.toMatchObject({ code: 'api_key_invalid' });
  });
});
