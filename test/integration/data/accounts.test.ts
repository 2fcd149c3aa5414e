import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../../lib/accounts/authenticate.ts';
import { hashIdentity } from '../../../lib/accounts/identity.ts';
import {
  type AccountTools,
  CREDENTIALS_PER_ACCOUNT,
  CredentialRefused,
  changePlan,
  createAccount,
  issueKey,
  linkIdentity,
  listIdentities,
  listKeys,
  revokeKey,
  UnknownAccount,
  unlinkIdentity,
} from '../../../lib/accounts/manage-accounts.ts';
import { accountRepository } from '../../../lib/aws/account-repository.ts';
import { WriteConflict } from '../../../lib/errors.ts';
import { handClock } from '../../unit/core/samples.ts';
import { type Database, startDatabase } from './database.ts';

let database: Database;
let hand: ReturnType<typeof handClock>;
let tools: AccountTools;

beforeAll(async () => {
  database = await startDatabase();
  hand = handClock();
  tools = { store: accountRepository(database.table), clock: hand.clock, random: randomBytes };
});
afterAll(() => database.stop());

const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
const enter = (apiKey: string) => authenticate(tools, { apiKey, authorization: undefined });

describe('an API key', () => {
  it('opens its account until it is revoked, and then nothing at once', async () => {
    const { account, key, secret } = await createAccount(tools, details);
    const second = await issueKey(tools, account.id, 'ci');
    expect(await enter(secret)).toEqual({ account_id: account.id, plan: 'pro', method: 'api_key', key_id: key.id });

    expect(await revokeKey(tools, account.id, key.id)).toBe(true);

    await expect(enter(secret)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect((await enter(second.secret)).key_id).toBe(second.key.id);
    expect(await revokeKey(tools, account.id, key.id)).toBe(false);
    expect((await listKeys(tools, account.id)).map(({ name }) => name)).toEqual(['ci']);
  });

  it('lies in the table as a hash only', async () => {
    const { account, secret } = await createAccount(tools, details);
    const [key] = await listKeys(tools, account.id);
    expect(JSON.stringify(key)).not.toContain(secret.slice(9, -4));
    expect(key?.last4).toBe(secret.slice(-4));
  });

  it('follows its account to another plan', async () => {
    const { account, secret } = await createAccount(tools, details);
    await changePlan(tools, account.id, 'free');
    await expect(enter(secret)).rejects.toMatchObject({ code: 'plan_not_allowed' });
    await changePlan(tools, account.id, 'max');
    expect((await enter(secret)).plan).toBe('max');
    expect((await tools.store.findAccount(account.id))?.plan).toBe('max');
  });

  it('is noted as used at most once a minute, however many requests come at once', async () => {
    const { account, secret } = await createAccount(tools, details);
    const used = async () => (await listKeys(tools, account.id))[0]?.last_used_at;
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
    const { account, key } = await createAccount(tools, details);
    await revokeKey(tools, account.id, key.id);
    await tools.store.touchKey(key, hand.clock().toISOString(), hand.clock().toISOString());
    expect(await listKeys(tools, account.id)).toEqual([]);
  });
});

describe('a user of the identity provider', () => {
  const ada = { issuer: 'https://id', subject: 'ada' };
  const find = (who = ada) => tools.store.findIdentityByHash(hashIdentity(who));

  it('acts for the account until the link is taken away', async () => {
    const { account } = await createAccount(tools, details);
    const linked = await linkIdentity(tools, account.id, ada);
    expect(await find()).toEqual(linked);
    expect(linked).toMatchObject({ ...ada, account_id: account.id, plan: 'pro' });
    expect(await find({ ...ada, issuer: 'https://other' })).toBeUndefined();
    expect(await listIdentities(tools, account.id)).toEqual([linked]);
    expect(await unlinkIdentity(tools, account.id, ada)).toBe(true);
    expect(await find()).toBeUndefined();
    expect(await listIdentities(tools, account.id)).toEqual([]);
    expect(await unlinkIdentity(tools, account.id, ada)).toBe(false);
  });

  it('is linked once, however often that is asked for at once', async () => {
    const { account } = await createAccount(tools, details);
    const bob = { ...ada, subject: 'bob' };
    const links = await Promise.all(Array.from({ length: 4 }, () => linkIdentity(tools, account.id, bob)));
    expect(new Set(links.map(({ account_id }) => account_id))).toEqual(new Set([account.id]));
    expect(await listIdentities(tools, account.id)).toHaveLength(1);
  });

  it('belongs to one account: another one neither gets nor loses it', async () => {
    const [mine, theirs] = await Promise.all([createAccount(tools, details), createAccount(tools, details)]);
    const eve = { ...ada, subject: 'eve' };
    await linkIdentity(tools, mine.account.id, eve);
    await expect(linkIdentity(tools, theirs.account.id, eve)).rejects.toBeInstanceOf(CredentialRefused);
    expect(await unlinkIdentity(tools, theirs.account.id, eve)).toBe(false);
    expect((await find(eve))?.account_id).toBe(mine.account.id);
  });
});

describe('a change of plan', () => {
  it('reaches every credential, also those that are made meanwhile', async () => {
    const { account } = await createAccount(tools, details);
    await linkIdentity(tools, account.id, { issuer: 'https://id', subject: 'zoe' });
    const making = Array.from({ length: 6 }, (_, index) =>
      issueKey(tools, account.id, `k${index}`).catch((error) => {
        // The plan changed between its look and its write: refused, and nothing made.
        if (!(error instanceof WriteConflict)) throw error;
      }),
    );
    await Promise.all([...making, changePlan(tools, account.id, 'max')]);
    const credentials = [...(await listKeys(tools, account.id)), ...(await listIdentities(tools, account.id))];
    expect(credentials.length).toBeGreaterThanOrEqual(2);
    expect(new Set(credentials.map(({ plan }) => plan))).toEqual(new Set(['max']));
  });

  it('has room for as many credentials as an account may have', async () => {
    const { account } = await createAccount(tools, details);
    for (let count = 1; count < CREDENTIALS_PER_ACCOUNT; count++) await issueKey(tools, account.id, `k${count}`);
    await expect(issueKey(tools, account.id, 'one more')).rejects.toBeInstanceOf(CredentialRefused);
    const user = { issuer: 'https://id', subject: 'late' };
    await expect(linkIdentity(tools, account.id, user)).rejects.toBeInstanceOf(CredentialRefused);
    await changePlan(tools, account.id, 'free');
    expect(new Set((await listKeys(tools, account.id)).map(({ plan }) => plan))).toEqual(new Set(['free']));
  });
});

describe('an account that does not exist', () => {
  it('gets no key and no plan', async () => {
    for (const act of [
      () => issueKey(tools, 'acc_none', 'x'),
      () => changePlan(tools, 'acc_none', 'max'),
      () => listKeys(tools, 'acc_none'),
      () => revokeKey(tools, 'acc_none', 'key_none'),
    ])
      await expect(act()).rejects.toBeInstanceOf(UnknownAccount);
  });
});
