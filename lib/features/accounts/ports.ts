import type { Account, ApiKey, Identity, Plan } from './account.ts';
import type { MonthlyAmounts, Usage } from './usage.ts';

/** Store of accounts and their keys. */
export interface AccountStore {
  findAccount(accountId: string): Promise<Account | undefined>;
  /** @throws WriteConflict if the id is taken. */
  insertAccount(account: Account): Promise<void>;
  /** By the SHA-256 of the key; strongly consistent, so that a revoked key is refused at once. */
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  /** @throws WriteConflict if the account does not exist or its plan is not the one of the key. */
  insertKey(key: ApiKey): Promise<void>;
  /** In the order they were made; strongly consistent. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Answers whether there was such a key. */
  deleteKey(key: ApiKey): Promise<boolean>;
  /** By the SHA-256 of issuer and subject; strongly consistent. */
  findIdentityByHash(hash: string): Promise<Identity | undefined>;
  /** @throws WriteConflict if it is taken, if the account does not exist, or if its plan is not the one of the identity. */
  insertIdentity(identity: Identity): Promise<void>;
  listIdentities(accountId: string): Promise<Identity[]>;
  /** Answers whether there was such an identity. */
  deleteIdentity(identity: Identity): Promise<boolean>;
  /** Changes the plan of the account and of the copies on its keys and identities in one transaction. */
  changePlan(accountId: string, plan: Plan): Promise<void>;
  /** Records that a key was used; writes nothing if a use after `unlessSince` is recorded. */
  touchKey(key: ApiKey, usedAt: string, unlessSince: string): Promise<void>;
}

/** Usage of accounts. It is counted in the transactions that create what is counted. */
export interface UsageStore {
  /** Strongly consistent. @param month `yyyy-mm`. */
  read(accountId: string, month: string): Promise<Usage>;
  /** Amounts of a month that waiting or running work has reserved; strongly consistent. @param month `yyyy-mm`. */
  reserved(accountId: string, month: string): Promise<MonthlyAmounts>;
}
