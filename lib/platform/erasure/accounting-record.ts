import type { ListDueEntries } from '#platform/recovery/public.ts';

/** Usage of an account in one month. */
export interface MonthlyAccountUsage {
  renders: number;
  render_seconds: number;
  narration_characters: number;
}

/**
 * The record that remains of a deleted account: its id, its times, and its usage, without personal data. Until the account is erased, it is
 * also the state of the erasure.
 */
export interface DeletedAccountRecord {
  account_id: string;
  created_at: string;
  deleted_at: string;
  /** By month, as `yyyy-mm`. */
  months: Record<string, MonthlyAccountUsage>;
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
export interface DeletedAccountRecordStore {
  /** The record of an account; undefined if it has none. Strongly consistent. */
  find(accountId: string): Promise<DeletedAccountRecord | undefined>;
  /**
   * Replaces the account and all of its credentials by the record, in one transaction. From then on every request of the account is
   * refused.
   * @param dueAt time at which a sweeper starts to erase, unless the caller has finished by then
   * @returns undefined when there is no such account
   */
  begin(accountId: string, at: string, dueAt: string): Promise<DeletedAccountRecord | undefined>;
  listDue: ListDueEntries<DeletedAccountRecord>;
  /** Sets the time at which it is due again. @throws WriteConflictError when another sweeper was first */
  postpone(record: DeletedAccountRecord, dueAt: string): Promise<DeletedAccountRecord>;
  /** Records that the first pass is done. @throws WriteConflictError when another process has recorded it */
  wait(record: DeletedAccountRecord, secondPassAt: string): Promise<DeletedAccountRecord>;
  /** Records that the second pass is done. @throws WriteConflictError when another process has recorded it */
  end(record: DeletedAccountRecord, at: string): Promise<DeletedAccountRecord>;
  /** Adds the counted months of the account to its record, and removes their items. A second run finds none. */
  foldUsage(accountId: string): Promise<void>;
}
