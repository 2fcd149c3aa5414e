import { timingSafeEqual } from 'node:crypto';
import { includesScope, type KeyScope } from '#kernel/contract/key-scope.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { type ErrorCode, ServiceError } from '#kernel/shared/errors.ts';
import { TokenRefusedError, type VerifyAccessToken } from './access-token.ts';
import { type Plan, type Principal, scopeOfApiKey } from './account.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import {
  type Credentials,
  findBearerToken,
  hasApiKeyInAuthorization,
  isSafeFromCsrf,
  readSessionCookieValues,
} from './credentials.ts';
import { hashIdentity } from './identity.ts';
import { assertApiAccess } from './limits.ts';
import type { AccountStore } from './ports.ts';

export type { Credentials } from './credentials.ts';

/** Dependencies of authentication. */
export interface AuthenticationDeps {
  store: AccountStore;
  clock: Clock;
  /** Absent: the service trusts no identity provider, and every token is refused. */
  verifyToken?: VerifyAccessToken | undefined;
  /** Origins (`https://app.example.com`) whose pages may change something by cookie. */
  sessionOrigins?: readonly string[] | undefined;
  /** Takes work for which the request need not wait; only the sending of the answer waits for it. Absent: the request waits. */
  inBackground?: ((work: Promise<void>) => void) | undefined;
}

/** Requirements of an operation. */
export interface OperationAccess {
  /** The scope that credentials must have. */
  scope: KeyScope;
  /** True: also accounts on the Free plan may use it. */
  anyPlan?: boolean | undefined;
}

/**
 * The scopes of credentials other than keys. A page with the session of a user may manage the keys of the account. A token may not: a program
 * that got one for an hour could make a key that stays.
 */
const SCOPE_OF_METHOD = { bearer: 'write', session: 'admin' } as const;

/** Seconds after a recorded use of a key in which further uses are not recorded. */
const LAST_USED_INTERVAL_SECONDS = 60;

const REFUSAL_MESSAGES = {
  credentials_missing: 'Send an API key in the header x-api-key, or a bearer token.',
  api_key_invalid: 'This API key is not valid. Check whether it was cut off or revoked.',
  token_invalid: 'This bearer token is not valid.',
  token_expired: 'This bearer token has expired.',
  session_invalid: 'This session is not valid.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The 401 for a refused credential. It does not say why the credential was refused, because that would help only an attacker. */
export const authenticationError = (code: keyof typeof REFUSAL_MESSAGES, cause?: unknown): ServiceError =>
  new ServiceError(code, REFUSAL_MESSAGES[code], { cause });

/** The code for a credential that is not valid, by the method of the credential. */
const INVALID_CREDENTIAL_CODES = {
  api_key: 'api_key_invalid',
  bearer: 'token_invalid',
  session: 'session_invalid',
} as const;

/** The 401 for a credential whose account was deleted after the request was authenticated. */
export const deletedAccountError = ({ method }: Pick<Principal, 'method'>): ServiceError =>
  authenticationError(INVALID_CREDENTIAL_CODES[method]);

/** The 403 for credentials whose scope does not include the needed one. */
export const insufficientScopeError = (neededScope: KeyScope, scope: KeyScope): ServiceError =>
  new ServiceError(
    'scope_not_allowed',
    `This request needs an API key with the scope ${neededScope}; these credentials have the scope ${scope}.`,
  );

/** Checks plan and scope. @throws ServiceError `plan_not_allowed`, `scope_not_allowed` */
function assertAccess(plan: Plan, scope: KeyScope, access: OperationAccess): void {
  if (access.anyPlan !== true) assertApiAccess(plan);
  if (!includesScope(scope, access.scope)) throw insufficientScopeError(access.scope, scope);
}

async function authenticateByApiKey(
  { store, clock, inBackground }: AuthenticationDeps,
  key: string,
  access: OperationAccess,
): Promise<Principal> {
  if (key.trim() === '')
    throw new ServiceError('api_key_invalid', 'No API key was sent: the header x-api-key is empty.');
  if (!isApiKeyShaped(key)) throw authenticationError('api_key_invalid');
  const hash = hashApiKey(key);
  const storedKey = await store.findKeyByHash(hash);
  if (!storedKey || !timingSafeEqual(Buffer.from(storedKey.hash), Buffer.from(hash)))
    throw authenticationError('api_key_invalid');
  const scope = scopeOfApiKey(storedKey);
  assertAccess(storedKey.plan, scope, access);
  const now = clock();
  const unlessSince = formatUtcTimestamp(addSeconds(now, -LAST_USED_INTERVAL_SECONDS));
  // At most one write for each key and minute: the key that was read shows the time of the last recorded use.
  if (storedKey.last_used_at === undefined || storedKey.last_used_at < unlessSince) {
    const recordingOfUse = store.touchKey(storedKey, formatUtcTimestamp(now), unlessSince);
    if (inBackground) inBackground(recordingOfUse);
    else await recordingOfUse;
  }
  return { account_id: storedKey.account_id, plan: storedKey.plan, method: 'api_key', scope, key_id: storedKey.id };
}

/** The principal of a token: the account of the user that it names. @throws TokenRefusedError */
async function authenticateByToken(
  { store, verifyToken }: AuthenticationDeps,
  token: string,
  method: 'bearer' | 'session',
  access: OperationAccess,
): Promise<Principal> {
  if (verifyToken === undefined) throw new TokenRefusedError('no issuer is trusted');
  const identity = await store.findIdentityByHash(hashIdentity(await verifyToken(token)));
  if (!identity) throw new TokenRefusedError('no account');
  const scope = SCOPE_OF_METHOD[method];
  assertAccess(identity.plan, scope, access);
  return { account_id: identity.account_id, plan: identity.plan, method, scope };
}

async function authenticateByBearerToken(
  deps: AuthenticationDeps,
  authorization: string,
  access: OperationAccess,
): Promise<Principal> {
  if (hasApiKeyInAuthorization(authorization))
    throw new ServiceError('token_invalid', 'This is an API key, not a bearer token. Send it in the header x-api-key.');
  const token = findBearerToken(authorization);
  if (token === undefined) throw authenticationError('token_invalid');
  try {
    return await authenticateByToken(deps, token, 'bearer', access);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    throw authenticationError(error.isExpired ? 'token_expired' : 'token_invalid', error);
  }
}

async function authenticateBySession(
  deps: AuthenticationDeps,
  [token, ...others]: readonly string[],
  credentials: Credentials,
  access: OperationAccess,
): Promise<Principal> {
  if (token === undefined || others.length > 0) throw authenticationError('session_invalid');
  if (!isSafeFromCsrf(credentials, deps.sessionOrigins ?? []))
    throw new ServiceError(
      'session_invalid',
      'This request changes data; with a session cookie it needs an allowed Origin.',
    );
  try {
    return await authenticateByToken(deps, token, 'session', access);
  } catch (error) {
    throw error instanceof TokenRefusedError ? authenticationError('session_invalid', error) : error;
  }
}

/**
 * Identifies the account that makes a request: by API key, else by bearer token, else by session cookie. The first credential that is
 * present, even an empty one, decides; when it is refused, the others are not used. Costs one read.
 * @throws ServiceError 401 without valid credentials, 403 `plan_not_allowed` on the Free plan, 403 `scope_not_allowed`
 */
export async function authenticate(
  deps: AuthenticationDeps,
  credentials: Credentials,
  access: OperationAccess,
): Promise<Principal> {
  if (credentials.apiKey !== undefined) return authenticateByApiKey(deps, credentials.apiKey, access);
  if (credentials.authorization !== undefined)
    return authenticateByBearerToken(deps, credentials.authorization, access);
  const sessions = readSessionCookieValues(credentials.cookie ?? '');
  if (sessions.length > 0) return authenticateBySession(deps, sessions, credentials, access);
  throw authenticationError('credentials_missing');
}
