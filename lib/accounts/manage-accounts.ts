import { type Clock, timestamp } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Account, ApiKey, Plan } from './account.ts';
import { formatApiKey, hashApiKey } from './api-key.ts';
import type { AccountStore } from './ports.ts';

export interface AccountTools {
  store: AccountStore;
  clock: Clock;
  /** `bytes` random bytes. */
  random: (bytes: number) => Uint8Array;
}

/** The account that was asked for does not exist: for the operator's command, which says so. */
export class UnknownAccount extends Error {
  override name = 'UnknownAccount';
}

async function existing({ store }: AccountTools, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UnknownAccount(`There is no account ${accountId}.`);
  return account;
}

/** Makes a key for an account. The key itself is in the answer and nowhere else. */
export async function issueKey(
  tools: AccountTools,
  accountId: string,
  name: string,
): Promise<{ key: ApiKey; secret: string }> {
  const account = await existing(tools, accountId);
  const now = tools.clock();
  const secret = formatApiKey('live', tools.random(32));
  const key: ApiKey = {
    id: newId('key', now),
    account_id: account.id,
    plan: account.plan,
    name,
    hash: hashApiKey(secret),
    last4: secret.slice(-4),
    created_at: timestamp(now),
  };
  await tools.store.insertKey(key);
  return { key, secret };
}

export async function createAccount(
  tools: AccountTools,
  details: { name: string; email: string; plan: Plan },
): Promise<{ account: Account; key: ApiKey; secret: string }> {
  const now = tools.clock();
  const account: Account = { id: newId('account', now), ...details, created_at: timestamp(now) };
  await tools.store.insertAccount(account);
  return { account, ...(await issueKey(tools, account.id, 'default')) };
}

export async function listKeys(tools: AccountTools, accountId: string): Promise<ApiKey[]> {
  await existing(tools, accountId);
  return tools.store.listKeys(accountId);
}

/** Answers whether the account had this key. A revoked key is refused from the next request on. */
export async function revokeKey(tools: AccountTools, accountId: string, keyId: string): Promise<boolean> {
  const key = (await listKeys(tools, accountId)).find((candidate) => candidate.id === keyId);
  return key === undefined ? false : tools.store.deleteKey(key);
}

export async function changePlan(tools: AccountTools, accountId: string, plan: Plan): Promise<Account> {
  const account = await existing(tools, accountId);
  await tools.store.changePlan(accountId, plan, await tools.store.listKeys(accountId));
  return { ...account, plan };
}
