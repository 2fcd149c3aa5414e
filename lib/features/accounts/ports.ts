import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { Account, ApiKey, Invitation, LinkedIdentity, Plan } from './account.ts';
import type { AccountMonthUsage, MonthlyAmounts } from './usage.ts';

/** Conditions and further parts of the write that inserts a credential. */
export interface CredentialWriteConditions {
  /** Number of credentials that the account had ever been given when its credentials were counted. */
  made: number;
  /** Id of the key with which the request came: it must still exist. */
  issuer?: string | undefined;
  /** Answer of the request, stored in the same transaction. */
  answer?: PreparedIdempotentAnswer | undefined;
}

/** Store of accounts and their credentials. */
export interface AccountStore {
  findAccount(accountId: string): Promise<Account | undefined>;
  /** @throws WriteConflictError if the id is taken. */
  insertAccount(account: Account): Promise<void>;
  /** Finds a key by its SHA-256; strongly consistent, so that a revoked key is refused at once. */
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  /** Counts the credentials of an account that exist, and those that it was ever given; strongly consistent. */
  countCredentials(accountId: string): Promise<{ held: number; made: number }>;
  /**
   * @returns false when the key of the request (`issuer`) was revoked meanwhile
   * @throws WriteConflictError if the account does not exist, its plan is not the one of the key, or it was given another credential meanwhile.
   */
  insertKey(key: ApiKey, write: CredentialWriteConditions): Promise<boolean>;
  /** The keys in the order in which they were made; strongly consistent. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /**
   * Deletes a key. @param seenVersion absent: any version is deleted
   * @returns false when it did not exist
   * @throws WriteConflictError if it has another version
   */
  deleteKey(key: ApiKey, seenVersion?: number): Promise<boolean>;
  /** Changes the name of a key, as its next version. @throws WriteConflictError if it does not exist, or has another version than `key`. */
  renameKey(key: ApiKey, name: string): Promise<ApiKey>;
  /** Finds an identity by the SHA-256 of issuer and subject; strongly consistent. */
  findIdentityByHash(hash: string): Promise<LinkedIdentity | undefined>;
  /** @throws WriteConflictError if the identity is linked already, or for a reason of `insertKey`. */
  insertIdentity(identity: LinkedIdentity, write: Pick<CredentialWriteConditions, 'made'>): Promise<void>;
  listIdentities(accountId: string): Promise<LinkedIdentity[]>;
  /** Deletes an identity. @returns false when it did not exist */
  deleteIdentity(identity: LinkedIdentity): Promise<boolean>;
  /** Changes the plan of the account and of the copies on its keys and identities in one transaction. */
  changePlan(accountId: string, plan: Plan): Promise<void>;
  /** Records that a key was used; writes nothing if a use after `unlessSince` is recorded. */
  touchKey(key: ApiKey, usedAt: string, unlessSince: string): Promise<void>;
}

/** Store of the invitations that are open. */
export interface InvitationStore {
  /** @throws WriteConflictError if the id is taken. */
  insert(invitation: Invitation): Promise<void>;
  /** Finds an invitation by the SHA-256 of its token, also an expired one; strongly consistent. */
  find(hash: string): Promise<Invitation | undefined>;
  /** All, the oldest first, some of them expired; strongly consistent. */
  list(): Promise<Invitation[]>;
  /** @returns false when it did not exist */
  delete(invitation: Invitation): Promise<boolean>;
  /**
   * Deletes an invitation and inserts an account with its first key, in one transaction: an invitation makes one account.
   * @returns false when it does not exist any more, or has expired at `now`
   */
  accept(invitation: Invitation, created: { account: Account; key: ApiKey }, now: string): Promise<boolean>;
}

/** Reads the usage of accounts, which the transactions that create the counted things write. */
export interface UsageStore {
  /** Strongly consistent. @param month `yyyy-mm`. */
  read(accountId: string, month: string): Promise<AccountMonthUsage>;
  /** Amounts of a month that waiting or running work has reserved; strongly consistent. @param month `yyyy-mm`. */
  reserved(accountId: string, month: string): Promise<MonthlyAmounts>;
}
