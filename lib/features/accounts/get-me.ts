import type { z } from 'zod';
import type { Principal } from './account.ts';
import { deletedAccountError } from './authenticate.ts';
import type { meAnswerSchema } from './contract.ts';
import type { AccountStore } from './ports.ts';

/** Reads the account of the caller. @throws ServiceError 401 if it was deleted after the request was authenticated */
export async function getMe(
  store: Pick<AccountStore, 'findAccount'>,
  principal: Principal,
): Promise<z.output<typeof meAnswerSchema>> {
  const account = await store.findAccount(principal.account_id);
  if (!account) throw deletedAccountError(principal);
  const { method, key_id } = principal;
  const { id, name, email, plan, created_at } = account;
  return { id, name, email, plan, created_at, auth: { method, ...(key_id === undefined ? {} : { key_id }) } };
}
