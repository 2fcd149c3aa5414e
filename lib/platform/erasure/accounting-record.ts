import type { ListDueEntries } from '#platform/recovery/public.ts';

/** Usage of an account in one month. */
export interface AccountingMonth {
  renders: number;
  render_seconds: number;
  narration_characters: number;
}

/**
 * The record that remains of a deleted account: its id, its times, and its usage, without personal data. Until the account is erased, it is
 * also the state of the erasure.
 */
export interface ErasedAccountRecord {
  account_id: string;
  created_at: string;
  deleted_at: string;
  /** By month, as `yyyy-mm`. */
  months: Record<string, AccountingMonth>;
  /**
   * `erasing`: the first pass. `waiting`: until no request or worker that started before the deletion can write any more; then follows the
   * second pass. `erased`: nothing else is left.
   */
  phase: 'erasing' | 'waiting' | 'erased';
  /** Time at which a sweeper continues. Absent once the account is erased. */
  due_at?: string | undefined;
  /** Time from which the second pass may start. Absent until the first one is done. */
  second_pass_at?: string | undefined;
  erased_at?: string | undefined;
  /** Counts the changes of `months`. */
  changes: number;
}

/** Store of accounting records. */
export interface AccountingStore {
  /** The record of an account; undefined if it has none. Strongly consistent. */
  find(accountId: string): Promise<ErasedAccountRecord | undefined>;
  /**
   * Replaces the account and all of its credentials by the record, in one transaction. From then on every request of the account is
   * refused.
   * @param dueAt time at which a sweeper starts to erase, unless the caller has finished by then
   * @returns undefined when there is no such account
   */
  begin(accountId: string, at: string, dueAt: string): Promise<ErasedAccountRecord | undefined>;
  listDue: ListDueEntries<ErasedAccountRecord>;
  /** Sets the time at which it is due again. @throws WriteConflict when another sweeper was first */
  postpone(record: ErasedAccountRecord, dueAt: string): Promise<ErasedAccountRecord>;
  /** Records that the first pass is done. @throws WriteConflict when another process has recorded it */
  wait(record: ErasedAccountRecord, secondPassAt: string): Promise<ErasedAccountRecord>;
  /** Records that the second pass is done. @throws WriteConflict when another process has recorded it */
  end(record: ErasedAccountRecord, at: string): Promise<ErasedAccountRecord>;
  /** Adds the counted months of the account to its record, and removes their items. A second run finds none. */
  foldUsage(accountId: string): Promise<void>;
}
