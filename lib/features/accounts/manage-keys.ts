import type { z } from 'zod';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { includesScope } from '#kernel/contract/key-scope.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { checkPrecondition, hasPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { type ApiKey, type Principal, scopeOfApiKey, versionOfApiKey } from './account.ts';
import { authenticationError, deletedAccountError, insufficientScopeError } from './authenticate.ts';
import type { CreateApiKeyBody, keyAnswerSchema } from './contract.ts';
import {
  CredentialNotAllowedError,
  type IssuedApiKey,
  issueApiKeyForAccount,
  type ManageAccountsDeps,
  UnknownAccountError,
} from './manage-accounts.ts';
import type { AccountStore } from './ports.ts';

/** A key as answers show it: without its secret part, and with the fact whether the request used it (`is_current`). */
export const toApiKeyAnswer = (
  key: ApiKey,
  { key_id }: Pick<Principal, 'key_id'>,
): z.output<typeof keyAnswerSchema> => ({
  id: key.id,
  name: key.name,
  scope: scopeOfApiKey(key),
  last4: key.last4,
  version: versionOfApiKey(key),
  created_at: key.created_at,
  last_used_at: key.last_used_at ?? null,
  is_current: key.id === key_id,
});

/** The keys of the account of the caller, newest first. */
export const listApiKeysOfCaller = async (
  store: Pick<AccountStore, 'listKeys'>,
  { account_id }: Principal,
): Promise<ApiKey[]> => (await store.listKeys(account_id)).reverse();

/** Translates an error of the operator's use cases to the one that a client gets; returns other errors unchanged. */
function toClientError(error: unknown, principal: Principal): unknown {
  if (error instanceof CredentialNotAllowedError)
    return new ServiceError('key_limit_reached', `${error.message} Revoke a key that is no longer needed.`);
  if (error instanceof WriteConflictError)
    return new ServiceError('version_conflict', 'Other keys were made at the same moment; try again.');
  return error instanceof UnknownAccountError ? deletedAccountError(principal) : error;
}

/**
 * Makes a key of the account of the caller, with at most the scope of the caller's credentials. The key itself is only in the result.
 * @throws ServiceError `scope_not_allowed`, `key_limit_reached`, `version_conflict`; 401 if the key of the request, or the account, was
 * deleted meanwhile
 */
export async function createApiKeyOfCaller(
  deps: ManageAccountsDeps,
  principal: Principal,
  { name, scope }: CreateApiKeyBody,
  prepareAnswer: PrepareIdempotentAnswer<IssuedApiKey>,
): Promise<IssuedApiKey> {
  if (!includesScope(principal.scope, scope)) throw insufficientScopeError(scope, principal.scope);
  const request = { name, scope, issuer: principal.key_id, prepareAnswer };
  const issuedKey = await issueApiKeyForAccount(deps, principal.account_id, request).catch((error: unknown) => {
    throw toClientError(error, principal);
  });
  if (!issuedKey) throw authenticationError('api_key_invalid');
  return issuedKey;
}

const keyNotFoundError = () =>
  new ServiceError('key_not_found', 'There is no such key. GET /account/keys lists those of the account.');

/** The number of attempts of a change of a key. */
const CHANGE_ATTEMPTS = 5;

/** Reads a key of the account of the caller, and changes it on condition that it has not changed since; repeats both after a conflict. */
const changeKeyOfCaller = <Result>(
  store: Pick<AccountStore, 'listKeys'>,
  { account_id }: Principal,
  id: string,
  precondition: Precondition,
  change: (key: ApiKey) => Promise<Result>,
): Promise<Result> =>
  retryOnConflict({ attempts: CHANGE_ATTEMPTS }, async () => {
    const key = (await store.listKeys(account_id)).find((candidate) => candidate.id === id);
    if (!key) throw keyNotFoundError();
    checkPrecondition(precondition, [entityTagOfVersion({ version: versionOfApiKey(key) })]);
    return change(key);
  });

/** Changes the name of a key of the account of the caller. @throws ServiceError `key_not_found`, `precondition_failed` */
export const renameApiKeyOfCaller = (
  store: Pick<AccountStore, 'listKeys' | 'renameKey'>,
  principal: Principal,
  id: string,
  name: string,
  precondition: Precondition = {},
): Promise<ApiKey> => changeKeyOfCaller(store, principal, id, precondition, (key) => store.renameKey(key, name));

/**
 * Revokes a key of the account of the caller, which is refused from the next request on.
 * @throws ServiceError `key_not_found`, `precondition_failed`
 */
export const revokeApiKeyOfCaller = (
  store: Pick<AccountStore, 'listKeys' | 'deleteKey'>,
  principal: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<void> =>
  changeKeyOfCaller(store, principal, id, precondition, async (key) => {
    const seenVersion = hasPrecondition(precondition) ? versionOfApiKey(key) : undefined;
    if (!(await store.deleteKey(key, seenVersion))) throw keyNotFoundError();
  });
