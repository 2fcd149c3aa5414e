import type { Account, ApiKey, LinkedIdentity, Plan } from './account.ts';
import type { AccountMonthUsage, MonthlyAmounts } from './usage.ts';

/** Store of accounts and their credentials. */
export interface AccountStore {
  findAccount(accountId: string): Promise<Account | undefined>;
  /** @throws WriteConflict if the id is taken. */
  insertAccount(account: Account): Promise<void>;
  /** Finds a key by its SHA-256; strongly consistent, so that a revoked key is refused at once. */
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  /** @throws WriteConflict if the account does not exist or its plan is not the one of the key. */
  insertKey(key: ApiKey): Promise<void>;
  /** The keys in the order in which they were made; strongly consistent. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Deletes a key. @returns false when it did not exist */
  deleteKey(key: ApiKey): Promise<boolean>;
  /** Finds an identity by the SHA-256 of issuer and subject; strongly consistent. */
  findIdentityByHash(hash: string): Promise<LinkedIdentity | undefined>;
  /** @throws WriteConflict if it is taken, if the account does not exist, or if its plan is not the one of the identity. */
  insertIdentity(identity: LinkedIdentity): Promise<void>;
  listIdentities(accountId: string): Promise<LinkedIdentity[]>;
  /** Deletes an identity. @returns false when it did not exist */
  deleteIdentity(identity: LinkedIdentity): Promise<boolean>;
  /** Changes the plan of the account and of the copies on its keys and identities in one transaction. */
  changePlan(accountId: string, plan: Plan): Promise<void>;
  /** Records that a key was used; writes nothing if a use after `unlessSince` is recorded. */
  touchKey(key: ApiKey, usedAt: string, unlessSince: string): Promise<void>;
}

/** Reads the usage of accounts, which the transactions that create the counted things write. */
export interface UsageStore {
  /** Strongly consistent. @param month `yyyy-mm`. */
  read(accountId: string, month: string): Promise<AccountMonthUsage>;
  /** Amounts of a month that waiting or running work has reserved; strongly consistent. @param month `yyyy-mm`. */
  reserved(accountId: string, month: string): Promise<MonthlyAmounts>;
}
