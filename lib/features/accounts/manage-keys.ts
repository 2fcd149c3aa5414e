import type { z } from 'zod';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { includesScope } from '#kernel/contract/key-scope.ts';
import { ServiceError, WriteConflict } from '#kernel/shared/errors.ts';
import { checkPrecondition, hasPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { type ApiKey, apiKeyVersion, type Principal, scopeOfApiKey } from './account.ts';
import { authenticationError, deletedAccountError, insufficientScopeError } from './authenticate.ts';
import type { CreateApiKeyBody, keyAnswerSchema } from './contract.ts';
import {
  CredentialNotAllowedError,
  type IssuedKey,
  issueApiKeyForAccount,
  type ManageAccountsDeps,
  UnknownAccountError,
} from './manage-accounts.ts';
import type { AccountStore } from './ports.ts';

/** A key as answers show it: without its secret part, and with whether the request came with it. */
export const toApiKeyAnswer = (
  key: ApiKey,
  { key_id }: Pick<Principal, 'key_id'>,
): z.output<typeof keyAnswerSchema> => ({
  id: key.id,
  name: key.name,
  scope: scopeOfApiKey(key),
  last4: key.last4,
  version: apiKeyVersion(key),
  created_at: key.created_at,
  last_used_at: key.last_used_at ?? null,
  is_current: key.id === key_id,
});

/** The keys of the account of the caller, newest first. */
export const listApiKeysOfCaller = async (
  store: Pick<AccountStore, 'listKeys'>,
  { account_id }: Principal,
): Promise<ApiKey[]> => (await store.listKeys(account_id)).reverse();

/** The errors of a client for those of the use cases of the operator. */
function toClientError(error: unknown, principal: Principal): unknown {
  if (error instanceof CredentialNotAllowedError)
    return new ServiceError('key_limit_reached', `${error.message} Revoke a key that is no longer needed.`);
  if (error instanceof WriteConflict)
    return new ServiceError('version_conflict', 'Other keys were made at the same moment; try again.');
  return error instanceof UnknownAccountError ? deletedAccountError(principal) : error;
}

/**
 * Makes a key of the account of the caller, with at most the scope of the caller's credentials. The key itself is only in the result.
 * @throws ServiceError `scope_not_allowed`, `key_limit_reached`, `version_conflict`; 401 when the key of the request, or the account, is gone meanwhile
 */
export async function createApiKeyOfCaller(
  deps: ManageAccountsDeps,
  principal: Principal,
  { name, scope }: CreateApiKeyBody,
  prepareAnswer: PrepareIdempotentAnswer<IssuedKey>,
): Promise<IssuedKey> {
  if (!includesScope(principal.scope, scope)) throw insufficientScopeError(scope, principal.scope);
  const wanted = { name, scope, issuer: principal.key_id, prepareAnswer };
  const issued = await issueApiKeyForAccount(deps, principal.account_id, wanted).catch((error: unknown) => {
    throw toClientError(error, principal);
  });
  if (!issued) throw authenticationError('api_key_invalid');
  return issued;
}

const notFound = () =>
  new ServiceError('key_not_found', 'There is no such key. GET /account/keys lists those of the account.');

/** The number of attempts of a change of a key. */
const CHANGE_ATTEMPTS = 5;

/** Reads a key of the account of the caller, and changes it on condition that it has not changed since; after a conflict, tries again. */
const onKey = <Done>(
  store: Pick<AccountStore, 'listKeys'>,
  { account_id }: Principal,
  id: string,
  precondition: Precondition,
  change: (key: ApiKey) => Promise<Done>,
): Promise<Done> =>
  retryOnConflict({ attempts: CHANGE_ATTEMPTS }, async () => {
    const key = (await store.listKeys(account_id)).find((each) => each.id === id);
    if (!key) throw notFound();
    checkPrecondition(precondition, [entityTagOfVersion({ version: apiKeyVersion(key) })]);
    return change(key);
  });

/** Changes the name of a key of the account of the caller. @throws ServiceError `key_not_found`, `precondition_failed` */
export const renameApiKeyOfCaller = (
  store: Pick<AccountStore, 'listKeys' | 'renameKey'>,
  principal: Principal,
  id: string,
  name: string,
  precondition: Precondition = {},
): Promise<ApiKey> => onKey(store, principal, id, precondition, (key) => store.renameKey(key, name));

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
  onKey(store, principal, id, precondition, async (key) => {
    const seen = hasPrecondition(precondition) ? apiKeyVersion(key) : undefined;
    if (!(await store.deleteKey(key, seen))) throw notFound();
  });
