import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../../lib/accounts/authenticate.ts';
import {
  type AccountTools,
  changePlan,
  createAccount,
  issueKey,
  listKeys,
  revokeKey,
  UnknownAccount,
} from '../../../lib/accounts/manage-accounts.ts';
import { accountRepository } from '../../../lib/aws/account-repository.ts';
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
