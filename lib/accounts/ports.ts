import type { Account, ApiKey, Plan } from './account.ts';

/** Where accounts and their keys are kept. */
export interface AccountStore {
  findAccount(accountId: string): Promise<Account | undefined>;
  /** @throws WriteConflict if the id is taken. */
  insertAccount(account: Account): Promise<void>;
  /** By the SHA-256 of the key; strongly consistent, so that a revoked key is refused at once. */
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  insertKey(key: ApiKey): Promise<void>;
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Answers whether there was such a key. */
  deleteKey(key: ApiKey): Promise<boolean>;
  /** Changes the plan of the account and of the copies on its keys in one transaction. */
  changePlan(accountId: string, plan: Plan, keys: readonly ApiKey[]): Promise<void>;
  /** Notes that a key was used; writes nothing if that was noted after `unlessSince`. */
  touchKey(key: ApiKey, usedAt: string, unlessSince: string): Promise<void>;
}
