import { type Clock, timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Subject } from './access-token.ts';
import type { Account, ApiKey, Identity, Plan } from './account.ts';
import { formatApiKey, hashApiKey } from './api-key.ts';
import { hashIdentity, newIdentity } from './identity.ts';
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

/** The account cannot have another credential, or not this one: for the operator's command too. */
export class CredentialRefused extends Error {
  override name = 'CredentialRefused';
}

/** A change of plan rewrites all of them in one transaction, which has room for 100 items. */
export const CREDENTIALS_PER_ACCOUNT = 50;

async function existing({ store }: AccountTools, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UnknownAccount(`There is no account ${accountId}.`);
  return account;
}

/** The account, if it may have one credential more. */
async function withRoom(tools: AccountTools, accountId: string): Promise<Account> {
  const account = await existing(tools, accountId);
  const [keys, identities] = await Promise.all([
    tools.store.listKeys(account.id),
    tools.store.listIdentities(account.id),
  ]);
  if (keys.length + identities.length >= CREDENTIALS_PER_ACCOUNT)
    throw new CredentialRefused(`An account has at most ${CREDENTIALS_PER_ACCOUNT} keys and identities.`);
  return account;
}

/** Makes a key for an account. The key itself is in the answer and nowhere else. */
export async function issueKey(
  tools: AccountTools,
  accountId: string,
  name: string,
): Promise<{ key: ApiKey; secret: string }> {
  const account = await withRoom(tools, accountId);
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

/** Lets the tokens of a user of the identity provider act for an account. Doing it again changes nothing. */
export async function linkIdentity(tools: AccountTools, accountId: string, who: Subject): Promise<Identity> {
  const linked = async () => {
    const identity = await tools.store.findIdentityByHash(hashIdentity(who));
    if (identity !== undefined && identity.account_id !== accountId)
      throw new CredentialRefused(`${who.subject} of ${who.issuer} belongs to another account.`);
    return identity;
  };
  const before = await linked();
  if (before) return before;
  const identity = newIdentity(who, await withRoom(tools, accountId), timestamp(tools.clock()));
  try {
    await tools.store.insertIdentity(identity);
    return identity;
  } catch (error) {
    // Someone else linked it at the same time.
    const meanwhile = error instanceof WriteConflict ? await linked() : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** Answers whether the account had this identity. Its tokens are refused from the next request on. */
export async function unlinkIdentity(tools: AccountTools, accountId: string, who: Subject): Promise<boolean> {
  const account = await existing(tools, accountId);
  const identity = await tools.store.findIdentityByHash(hashIdentity(who));
  return identity?.account_id === account.id && tools.store.deleteIdentity(identity);
}

export async function listIdentities(tools: AccountTools, accountId: string): Promise<Identity[]> {
  await existing(tools, accountId);
  return tools.store.listIdentities(accountId);
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
  await tools.store.changePlan(accountId, plan);
  return { ...account, plan };
}
