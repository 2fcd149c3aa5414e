import type { KeyScope } from '#kernel/contract/key-scope.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { TokenSubject } from './access-token.ts';
import type { Account, ApiKey, LinkedIdentity, Plan } from './account.ts';
import { formatApiKey, hashApiKey } from './api-key.ts';
import { CHECKSUMMED_SECRET_BYTES } from './checksummed-secret.ts';
import { hashIdentity, newLinkedIdentity } from './identity.ts';
import type { AccountStore } from './ports.ts';

/** Dependencies of the use cases of the operator. */
export interface ManageAccountsDeps {
  store: AccountStore;
  clock: Clock;
  /** Returns as many random bytes as the argument says. */
  random: (bytes: number) => Uint8Array;
}

/** The error for an account that does not exist. The operator's command shows the message. */
export class UnknownAccountError extends Error {
  override name = 'UnknownAccountError';
}

/** The error for a credential that an account cannot have. The operator's command shows the message. */
export class CredentialNotAllowedError extends Error {
  override name = 'CredentialNotAllowedError';
}

/** The maximum number of credentials of an account: a change of plan rewrites all of them in one transaction, which can have 100 items. */
export const MAX_CREDENTIALS_PER_ACCOUNT = 50;

async function requireAccount({ store }: ManageAccountsDeps, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UnknownAccountError(`There is no account ${accountId}.`);
  return account;
}

/** The number of attempts of a write that fails if the account was given another credential meanwhile. */
const CREDENTIAL_ATTEMPTS = 10;

/**
 * Reads an account, and how many credentials it was ever given.
 * @throws UnknownAccountError; CredentialNotAllowedError when it has the maximum already
 */
async function requireRoomForCredential(
  deps: ManageAccountsDeps,
  accountId: string,
): Promise<{ account: Account; credentialsMade: number }> {
  const account = await requireAccount(deps, accountId);
  const { held: credentialsHeld, made: credentialsMade } = await deps.store.countCredentials(account.id);
  if (credentialsHeld >= MAX_CREDENTIALS_PER_ACCOUNT)
    throw new CredentialNotAllowedError(`An account has at most ${MAX_CREDENTIALS_PER_ACCOUNT} keys and identities.`);
  return { account, credentialsMade };
}

/** A new key: its stored form, and the key itself (`secret`), which is not stored. */
export interface IssuedApiKey {
  key: ApiKey;
  secret: string;
}

/** Properties of a new key, and what is written with it. */
export interface NewApiKeyRequest {
  name: string;
  scope: KeyScope;
  /** Id of the key with which the request came; the new key is made only if it still exists. */
  issuer?: string | undefined;
  prepareAnswer?: PrepareIdempotentAnswer<IssuedApiKey>;
}

/** Makes a key of an account, without storing it. */
export function newApiKey(
  { clock, random }: Pick<ManageAccountsDeps, 'clock' | 'random'>,
  account: Pick<Account, 'id' | 'plan'>,
  { name, scope }: Pick<NewApiKeyRequest, 'name' | 'scope'>,
): IssuedApiKey {
  const now = clock();
  const secret = formatApiKey('live', random(CHECKSUMMED_SECRET_BYTES));
  const key: ApiKey = {
    id: newId('key', now),
    account_id: account.id,
    plan: account.plan,
    name,
    scope,
    hash: hashApiKey(secret),
    last4: secret.slice(-4),
    created_at: formatUtcTimestamp(now),
  };
  return { key, secret };
}

/**
 * Makes an API key for an account. The key itself (`secret`) is only in the result; it is not stored. Concurrent requests do not exceed the
 * maximum number of credentials: each writes only if no credential was made since it counted them.
 * @returns undefined when the key of the request (`issuer`) was revoked meanwhile
 * @throws UnknownAccountError; CredentialNotAllowedError; WriteConflictError after several attempts
 */
export const issueApiKeyForAccount = (
  deps: ManageAccountsDeps,
  accountId: string,
  { prepareAnswer = prepareNoIdempotentAnswer, issuer, ...properties }: NewApiKeyRequest,
): Promise<IssuedApiKey | undefined> =>
  retryOnConflict({ attempts: CREDENTIAL_ATTEMPTS }, async () => {
    const { account, credentialsMade } = await requireRoomForCredential(deps, accountId);
    const issuedKey = newApiKey(deps, account, properties);
    const answer = await prepareAnswer(issuedKey);
    return (await deps.store.insertKey(issuedKey.key, { made: credentialsMade, issuer, answer }))
      ? issuedKey
      : undefined;
  });

/**
 * Makes an API key on request of the operator.
 * @throws UnknownAccountError; CredentialNotAllowedError; WriteConflictError after several attempts; Error if the store refuses
 * the key for a revoked issuer, although the key has none
 */
export async function issueApiKey(
  deps: ManageAccountsDeps,
  accountId: string,
  properties: Pick<NewApiKeyRequest, 'name' | 'scope'>,
): Promise<IssuedApiKey> {
  const issuedKey = await issueApiKeyForAccount(deps, accountId, properties);
  if (!issuedKey) throw new Error('a key without an issuer was refused for its issuer');
  return issuedKey;
}

/**
 * Links a user of the identity provider to an account, for which the user's tokens are then valid. A repeated call changes nothing.
 * @throws UnknownAccountError; CredentialNotAllowedError when the user belongs to another account, or the account has the maximum number of
 * credentials; WriteConflictError after several attempts
 */
export const linkIdentity = (
  deps: ManageAccountsDeps,
  accountId: string,
  user: TokenSubject,
): Promise<LinkedIdentity> =>
  retryOnConflict({ attempts: CREDENTIAL_ATTEMPTS }, async () => {
    const linkedIdentity = await deps.store.findIdentityByHash(hashIdentity(user));
    if (linkedIdentity !== undefined && linkedIdentity.account_id !== accountId)
      throw new CredentialNotAllowedError(`${user.subject} of ${user.issuer} belongs to another account.`);
    if (linkedIdentity) return linkedIdentity;
    const { account, credentialsMade } = await requireRoomForCredential(deps, accountId);
    const identity = newLinkedIdentity(user, account, formatUtcTimestamp(deps.clock()));
    await deps.store.insertIdentity(identity, { made: credentialsMade });
    return identity;
  });

/**
 * Unlinks a user from an account; the user's tokens are refused from the next request on. @returns whether the account had this identity
 * @throws UnknownAccountError
 */
export async function unlinkIdentity(
  deps: ManageAccountsDeps,
  accountId: string,
  user: TokenSubject,
): Promise<boolean> {
  const account = await requireAccount(deps, accountId);
  const identity = await deps.store.findIdentityByHash(hashIdentity(user));
  return identity?.account_id === account.id && deps.store.deleteIdentity(identity);
}

/** The identities of an account. @throws UnknownAccountError */
export async function listIdentitiesOfAccount(deps: ManageAccountsDeps, accountId: string): Promise<LinkedIdentity[]> {
  await requireAccount(deps, accountId);
  return deps.store.listIdentities(accountId);
}

/** Name and scope of the first key of an account. Only a key of this scope makes further keys. */
export const FIRST_API_KEY_PROPERTIES = { name: 'default', scope: 'admin' } as const;

/** Makes an account, without storing it. */
export const newAccount = (now: Date, { name, email, plan }: Pick<Account, 'name' | 'email' | 'plan'>): Account => ({
  id: newId('account', now),
  name,
  email,
  plan,
  created_at: formatUtcTimestamp(now),
});

/**
 * Makes an account with its first API key, in two writes: after a crash between them, the account exists without a key, and `issueApiKey`
 * makes one.
 */
export async function createAccount(
  deps: ManageAccountsDeps,
  details: { name: string; email: string; plan: Plan },
): Promise<{ account: Account } & IssuedApiKey> {
  const account = newAccount(deps.clock(), details);
  await deps.store.insertAccount(account);
  return { account, ...(await issueApiKey(deps, account.id, FIRST_API_KEY_PROPERTIES)) };
}

/** The API keys of an account, oldest first. @throws UnknownAccountError */
export async function listApiKeysOfAccount(deps: ManageAccountsDeps, accountId: string): Promise<ApiKey[]> {
  await requireAccount(deps, accountId);
  return deps.store.listKeys(accountId);
}

/** Revokes an API key, which is refused from the next request on. @returns whether the account had this key @throws UnknownAccountError */
export async function revokeApiKey(deps: ManageAccountsDeps, accountId: string, keyId: string): Promise<boolean> {
  const key = (await listApiKeysOfAccount(deps, accountId)).find((candidate) => candidate.id === keyId);
  return key === undefined ? false : deps.store.deleteKey(key);
}

/** Changes the plan of an account; its credentials have it from the next request on. @throws UnknownAccountError */
export async function changePlanOfAccount(deps: ManageAccountsDeps, accountId: string, plan: Plan): Promise<Account> {
  const account = await requireAccount(deps, accountId);
  await deps.store.changePlan(accountId, plan);
  return { ...account, plan };
}
