import type { z } from 'zod';
import { ServiceError } from '../errors.ts';
import type { Principal } from './account.ts';
import type { meAnswer } from './contract.ts';
import type { AccountStore } from './ports.ts';

/** The caller's own account. */
export async function getMe(store: AccountStore, principal: Principal): Promise<z.output<typeof meAnswer>> {
  const account = await store.findAccount(principal.account_id);
  // A key whose account is gone opens nothing.
  if (!account) throw new ServiceError('api_key_invalid', 'This API key is not valid.');
  const { id, name, email, plan, created_at } = account;
  return { id, name, email, plan, created_at, auth: { method: principal.method, key_id: principal.key_id } };
}
