import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { authenticate } from '#features/accounts/authenticate.ts';
import { hashIdentity } from '#features/accounts/identity.ts';
import {
  CredentialNotAllowedError,
  changePlanOfAccount,
  createAccount,
  issueApiKey,
  linkIdentity,
  listApiKeysOfAccount,
  listIdentitiesOfAccount,
  MAX_CREDENTIALS_PER_ACCOUNT,
  type ManageAccountsDeps,
  revokeApiKey,
  UnknownAccountError,
  unlinkIdentity,
} from '#features/accounts/manage-accounts.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { handClock } from '#test/support/samples/entities.ts';

let database: Database;
let hand: ReturnType<typeof handClock>;
let deps: ManageAccountsDeps;

beforeAll(async () => {
  database = await startDatabase();
  hand = handClock();
  deps = { store: accountRepository(database.table), clock: hand.clock, random: randomBytes };
});
afterAll(() => database.stop());

const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
const enter = (apiKey: string) => authenticate(deps, { apiKey, authorization: undefined }, { scope: 'write' });

describe('an API key', () => {
  it('opens its account until it is revoked, and then nothing at once', async () => {
    const { account, key, secret } = await createAccount(deps, details);
    const second = await issueApiKey(deps, account.id, { name: 'ci', scope: 'write' });
    expect(await enter(secret)).toEqual({
      account_id: account.id,
      plan: 'pro',
      method: 'api_key',
      scope: 'admin',
      key_id: key.id,
    });

    expect(await revokeApiKey(deps, account.id, key.id)).toBe(true);

    await expect(enter(secret)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect((await enter(second.secret)).key_id).toBe(second.key.id);
    expect(await revokeApiKey(deps, account.id, key.id)).toBe(false);
    expect((await listApiKeysOfAccount(deps, account.id)).map(({ name }) => name)).toEqual(['ci']);
  });

  it('is in the table as a hash only', async () => {
    const { account, secret } = await createAccount(deps, details);
    const [key] = await listApiKeysOfAccount(deps, account.id);
    expect(JSON.stringify(key)).not.toContain(secret.slice(9, -4));
    expect(key?.last4).toBe(secret.slice(-4));
  });

  it('follows its account to another plan', async () => {
    const { account, secret } = await createAccount(deps, details);
    await changePlanOfAccount(deps, account.id, 'free');
    await expect(enter(secret)).rejects.toMatchObject({ code: 'plan_not_allowed' });
    await changePlanOfAccount(deps, account.id, 'max');
    expect((await enter(secret)).plan).toBe('max');
    expect((await deps.store.findAccount(account.id))?.plan).toBe('max');
  });

  it('is noted as used at most once a minute, however many requests come at once', async () => {
    const { account, secret } = await createAccount(deps, details);
    const used = async () => (await listApiKeysOfAccount(deps, account.id))[0]?.last_used_at;
    const begin = hand.clock().toISOString();
    await Promise.all(Array.from({ length: 5 }, () => enter(secret)));
    expect(await used()).toBe(begin);
    hand.pass(60);
    await enter(secret);
    expect(await used()).toBe(begin);
    hand.pass(0.001);
    await enter(secret);
    expect(await used()).toBe(hand.clock().toISOString());
  });

  it('that is revoked while a request uses it does not come back', async () => {
    const { account, key } = await createAccount(deps, details);
    await revokeApiKey(deps, account.id, key.id);
    await deps.store.touchKey(key, hand.clock().toISOString(), hand.clock().toISOString());
    expect(await listApiKeysOfAccount(deps, account.id)).toEqual([]);
  });
});

describe('a user of the identity provider', () => {
  const ada = { issuer: 'https://id', subject: 'ada' };
  const find = (who = ada) => deps.store.findIdentityByHash(hashIdentity(who));

  it('acts for the account until the link is taken away', async () => {
    const { account } = await createAccount(deps, details);
    const linked = await linkIdentity(deps, account.id, ada);
    expect(await find()).toEqual(linked);
    expect(linked).toMatchObject({ ...ada, account_id: account.id, plan: 'pro' });
    expect(await find({ ...ada, issuer: 'https://other' })).toBeUndefined();
    expect(await listIdentitiesOfAccount(deps, account.id)).toEqual([linked]);
    expect(await unlinkIdentity(deps, account.id, ada)).toBe(true);
    expect(await find()).toBeUndefined();
    expect(await listIdentitiesOfAccount(deps, account.id)).toEqual([]);
    expect(await unlinkIdentity(deps, account.id, ada)).toBe(false);
  });

  it('is linked once, however often that is asked for at once', async () => {
    const { account } = await createAccount(deps, details);
    const bob = { ...ada, subject: 'bob' };
    const links = await Promise.all(Array.from({ length: 4 }, () => linkIdentity(deps, account.id, bob)));
    expect(new Set(links.map(({ account_id }) => account_id))).toEqual(new Set([account.id]));
    expect(await listIdentitiesOfAccount(deps, account.id)).toHaveLength(1);
  });

  it('belongs to one account: another one neither gets nor loses it', async () => {
    const [mine, theirs] = await Promise.all([createAccount(deps, details), createAccount(deps, details)]);
    const eve = { ...ada, subject: 'eve' };
    await linkIdentity(deps, mine.account.id, eve);
    await expect(linkIdentity(deps, theirs.account.id, eve)).rejects.toBeInstanceOf(CredentialNotAllowedError);
    expect(await unlinkIdentity(deps, theirs.account.id, eve)).toBe(false);
    expect((await find(eve))?.account_id).toBe(mine.account.id);
  });
});

describe('a change of plan', () => {
  it('reaches every credential, also those that are made meanwhile', async () => {
    const { account } = await createAccount(deps, details);
    await linkIdentity(deps, account.id, { issuer: 'https://id', subject: 'zoe' });
    const making = Array.from({ length: 6 }, (_, index) =>
      issueApiKey(deps, account.id, { name: `k${index}`, scope: 'write' }).catch((error) => {
        // The plan changed between its look and its write: refused, and nothing made.
        if (!(error instanceof WriteConflictError)) throw error;
      }),
    );
    await Promise.all([...making, changePlanOfAccount(deps, account.id, 'max')]);
    const credentials = [
      ...(await listApiKeysOfAccount(deps, account.id)),
      ...(await listIdentitiesOfAccount(deps, account.id)),
    ];
    expect(credentials.length).toBeGreaterThanOrEqual(2);
    expect(new Set(credentials.map(({ plan }) => plan))).toEqual(new Set(['max']));
  });

  it('has room for as many credentials as an account may have', async () => {
    const { account } = await createAccount(deps, details);
    for (let count = 1; count < MAX_CREDENTIALS_PER_ACCOUNT; count++)
      await issueApiKey(deps, account.id, { name: `k${count}`, scope: 'write' });
    await expect(issueApiKey(deps, account.id, { name: 'one more', scope: 'write' })).rejects.toBeInstanceOf(
      CredentialNotAllowedError,
    );
    const user = { issuer: 'https://id', subject: 'late' };
    await expect(linkIdentity(deps, account.id, user)).rejects.toBeInstanceOf(CredentialNotAllowedError);
    await changePlanOfAccount(deps, account.id, 'free');
    expect(new Set((await listApiKeysOfAccount(deps, account.id)).map(({ plan }) => plan))).toEqual(new Set(['free']));
  });
});

describe('an account that does not exist', () => {
  it('gets no key and no plan', async () => {
    for (const act of [
      () => issueApiKey(deps, 'acc_none', { name: 'x', scope: 'write' }),
      () => changePlanOfAccount(deps, 'acc_none', 'max'),
      () => listApiKeysOfAccount(deps, 'acc_none'),
      () => revokeApiKey(deps, 'acc_none', 'key_none'),
    ])
      await expect(act()).rejects.toBeInstanceOf(UnknownAccountError);
  });
});
