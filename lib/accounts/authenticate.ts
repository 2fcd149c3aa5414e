import { timingSafeEqual } from 'node:crypto';
import { type Clock, plusSeconds, timestamp } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import type { ApiKey, Principal } from './account.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { limitsOf } from './limits.ts';
import type { AccountStore } from './ports.ts';

/** The credentials of a request, as they were sent. */
export interface Credentials {
  apiKey: string | undefined;
  authorization: string | undefined;
  /** The whole `cookie` header. */
  cookie?: string | undefined;
  origin?: string | undefined;
  /** HTTP method: a cookie on an unsafe one needs an allowed origin. */
  method?: string | undefined;
}

const LAST_USED_EVERY_SECONDS = 60;

const invalidKey = () => new ServiceError('api_key_invalid', 'This API key is not valid.');

async function principalOfKey(store: AccountStore, key: string): Promise<{ principal: Principal; stored: ApiKey }> {
  if (!isApiKeyShaped(key)) throw invalidKey();
  const hash = hashApiKey(key);
  const stored = await store.findKeyByHash(hash);
  if (!stored || !timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash))) throw invalidKey();
  return {
    principal: { account_id: stored.account_id, plan: stored.plan, method: 'api_key', key_id: stored.id },
    stored,
  };
}

/**
 * Who makes this request. The first credential that is present decides; nothing falls through to the next one.
 * @throws ServiceError 401 without good credentials, 403 `plan_not_allowed` on the Free plan.
 */
export async function authenticate(
  { store, clock }: { store: AccountStore; clock: Clock },
  credentials: Credentials,
): Promise<Principal> {
  if (credentials.apiKey !== undefined) {
    const { principal, stored } = await principalOfKey(store, credentials.apiKey);
    limitsOf(principal.plan);
    const now = clock();
    const stale = timestamp(plusSeconds(now, -LAST_USED_EVERY_SECONDS));
    // At most one write a minute and key: the read that authenticated already says whether one is due.
    if (stored.last_used_at === undefined || stored.last_used_at < stale)
      await store.touchKey(stored, timestamp(now), stale);
    return principal;
  }
  if (credentials.authorization !== undefined)
    throw new ServiceError('token_invalid', 'This bearer token is not valid.');
  throw new ServiceError('credentials_missing', 'Send an API key in the header x-api-key, or a bearer token.');
}
