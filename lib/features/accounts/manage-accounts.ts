import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { TokenSubject } from './access-token.ts';
import type { Account, ApiKey, LinkedIdentity, Plan } from './account.ts';
import { formatApiKey, hashApiKey } from './api-key.ts';
import { hashIdentity, newLinkedIdentity } from './identity.ts';
import type { AccountStore } from './ports.ts';

/** Dependencies of the use cases of the operator. */
export interface ManageAccountsDeps {
  store: AccountStore;
  clock: Clock;
  /** Gives a number of random bytes. */
  random: (bytes: number) => Uint8Array;
}

/** The error for an account that does not exist. The operator's command shows the message. */
export class UnknownAccount extends Error {
  override name = 'UnknownAccount';
}

/** The error for a credential that an account cannot have. The operator's command shows the message. */
export class CredentialRefused extends Error {
  override name = 'CredentialRefused';
}

/** The most credentials of an account: a change of plan rewrites all of them in one transaction, which can have 100 items. */
export const CREDENTIALS_PER_ACCOUNT = 50;

async function requireAccount({ store }: ManageAccountsDeps, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UnknownAccount(`There is no account ${accountId}.`);
  return account;
}

/** Reads an account. @throws UnknownAccount; CredentialRefused when it has the most credentials already */
async function requireRoomForCredential(deps: ManageAccountsDeps, accountId: string): Promise<Account> {
  const account = await requireAccount(deps, accountId);
  const [keys, identities] = await Promise.all([
    deps.store.listKeys(account.id),
    deps.store.listIdentities(account.id),
  ]);
  if (keys.length + identities.length >= CREDENTIALS_PER_ACCOUNT)
    throw new CredentialRefused(`An account has at most ${CREDENTIALS_PER_ACCOUNT} keys and identities.`);
  return account;
}

/** Makes an API key for an account. The key itself (`secret`) is only in the result; it is not stored. @throws UnknownAccount; CredentialRefused */
export async function issueApiKey(
  deps: ManageAccountsDeps,
  accountId: string,
  name: string,
): Promise<{ key: ApiKey; secret: string }> {
  const account = await requireRoomForCredential(deps, accountId);
  const now = deps.clock();
  const secret = formatApiKey('live', deps.random(32));
  const key: ApiKey = {
    id: newId('key', now),
    account_id: account.id,
    plan: account.plan,
    name,
    hash: hashApiKey(secret),
    last4: secret.slice(-4),
    created_at: timestamp(now),
  };
  await deps.store.insertKey(key);
  return { key, secret };
}

/**
 * Links a user of the identity provider to an account, for which the user's tokens are then valid. A repeated call changes nothing.
 * @throws UnknownAccount; CredentialRefused when the user belongs to another account, or the account has the most credentials
 */
export async function linkIdentity(
  deps: ManageAccountsDeps,
  accountId: string,
  who: TokenSubject,
): Promise<LinkedIdentity> {
  const linked = async () => {
    const identity = await deps.store.findIdentityByHash(hashIdentity(who));
    if (identity !== undefined && identity.account_id !== accountId)
      throw new CredentialRefused(`${who.subject} of ${who.issuer} belongs to another account.`);
    return identity;
  };
  const before = await linked();
  if (before) return before;
  const identity = newLinkedIdentity(who, await requireRoomForCredential(deps, accountId), timestamp(deps.clock()));
  try {
    await deps.store.insertIdentity(identity);
    return identity;
  } catch (error) {
    // Another call linked the user at the same time.
    const meanwhile = error instanceof WriteConflict ? await linked() : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/**
 * Unlinks a user from an account; the user's tokens are refused from the next request on. @returns whether the account had this identity
 * @throws UnknownAccount
 */
export async function unlinkIdentity(deps: ManageAccountsDeps, accountId: string, who: TokenSubject): Promise<boolean> {
  const account = await requireAccount(deps, accountId);
  const identity = await deps.store.findIdentityByHash(hashIdentity(who));
  return identity?.account_id === account.id && deps.store.deleteIdentity(identity);
}

/** The identities of an account. @throws UnknownAccount */
export async function listIdentities(deps: ManageAccountsDeps, accountId: string): Promise<LinkedIdentity[]> {
  await requireAccount(deps, accountId);
  return deps.store.listIdentities(accountId);
}

/** Makes an account with its first API key, in two writes: after a crash between them, the account exists without a key, and `issueApiKey` makes one. */
export async function createAccount(
  deps: ManageAccountsDeps,
  details: { name: string; email: string; plan: Plan },
): Promise<{ account: Account; key: ApiKey; secret: string }> {
  const now = deps.clock();
  const account: Account = { id: newId('account', now), ...details, created_at: timestamp(now) };
  await deps.store.insertAccount(account);
  return { account, ...(await issueApiKey(deps, account.id, 'default')) };
}

/** The API keys of an account, oldest first. @throws UnknownAccount */
export async function listApiKeys(deps: ManageAccountsDeps, accountId: string): Promise<ApiKey[]> {
  await requireAccount(deps, accountId);
  return deps.store.listKeys(accountId);
}

/** Revokes an API key, which is refused from the next request on. @returns whether the account had this key @throws UnknownAccount */
export async function revokeApiKey(deps: ManageAccountsDeps, accountId: string, keyId: string): Promise<boolean> {
  const key = (await listApiKeys(deps, accountId)).find((candidate) => candidate.id === keyId);
  return key === undefined ? false : deps.store.deleteKey(key);
}

/** Changes the plan of an account; its credentials have it from the next request on. @throws UnknownAccount */
export async function changePlan(deps: ManageAccountsDeps, accountId: string, plan: Plan): Promise<Account> {
  const account = await requireAccount(deps, accountId);
  await deps.store.changePlan(accountId, plan);
  return { ...account, plan };
}
