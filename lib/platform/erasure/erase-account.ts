import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { fileKeyPrefixesOfAccount, MAX_LATE_WRITE_SECONDS } from '#kernel/shared/lifetimes.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import type { DeletedAccountRecord, DeletedAccountRecordStore } from './accounting-record.ts';
import {
  type AccountItemRemover,
  type FileRemover,
  SEPARATE_ACCOUNT_PARTITION_LISTS,
  type SeparateAccountPartitionListName,
} from './ports.ts';

/** Ports of the erasure of accounts. */
export interface EraseAccountDeps {
  accounting: DeletedAccountRecordStore;
  items: AccountItemRemover;
  files: FileRemover;
  /** Cancels the renders of an account that have not ended. From then on the results of their workers are refused. */
  cancelRenders(accountId: string): Promise<void>;
  clock: Clock;
}

/** Numbers of items and files that a step removed. */
export interface ErasureCounts {
  items: number;
  files: number;
}

/** Seconds until a sweeper continues with an erasure whose process was killed. */
const RETRY_SECONDS = 300;
/** Seconds for which a sweeper erases an account; the next run continues. */
const ERASING_SECONDS = 15;
/** Places that are emptied at the same time. */
const PLACES_AT_ONCE = 8;

/**
 * Deletes an account. One conditional write replaces it by its accounting record: from then on its credentials are refused and no new work
 * is admitted. Its data are erased by `eraseDeletedAccountNow` or, if that is not called, by a sweeper. A repeated call returns the present record.
 * @returns undefined when there is no such account
 */
export async function deleteAccount(
  { accounting, clock }: Pick<EraseAccountDeps, 'accounting' | 'clock'>,
  accountId: string,
): Promise<DeletedAccountRecord | undefined> {
  const present = await accounting.find(accountId);
  if (present) return present;
  const now = clock();
  const startedAt = await accounting.begin(
    accountId,
    formatUtcTimestamp(now),
    formatUtcTimestamp(addSeconds(now, RETRY_SECONDS)),
  );
  // Another process may have deleted it between the read and the write.
  return startedAt ?? accounting.find(accountId);
}

/** Empties the places of one list page by page, until nothing is left in any of them. */
async function* eraseListed(
  { items }: EraseAccountDeps,
  accountId: string,
  list: SeparateAccountPartitionListName,
): AsyncGenerator<ErasureCounts> {
  let after: string | undefined;
  do {
    const page = await items.listPlaces(accountId, list, after);
    // Before the first item is removed, because the item that names a place is removed with the others.
    if (list !== 'remembered') await items.remember(accountId, page.places);
    for (let open = page.places; open.length > 0; ) {
      const filled: typeof open = [];
      let count = 0;
      await forEachConcurrent(open, PLACES_AT_ONCE, async (place) => {
        const removed = await items.removeSomeOf(accountId, place);
        count += removed;
        if (removed > 0) filled.push(place);
      });
      yield { items: count, files: 0 };
      open = filled;
    }
    // Removed at once, so that the next run does not process the same ones again.
    if (page.tombstones) await items.removeTombstones(accountId, page.tombstones);
    if (list === 'remembered') await items.forget(accountId, page.places);
    after = page.next;
  } while (after !== undefined);
}

async function* eraseFiles({ files }: EraseAccountDeps, prefix: string): AsyncGenerator<ErasureCounts> {
  for (let keys = await files.list(prefix); keys.length > 0; keys = await files.list(prefix)) {
    await files.removeAll(keys);
    yield { items: 0, files: keys.length };
  }
  const unfinished = await files.removeUnfinished(prefix);
  if (unfinished > 0) yield { items: 0, files: unfinished };
}

/**
 * Erases everything of a deleted account, a page at each step.
 *
 * After a kill at any point it is started again. It then finds all data that are left, because an entry that names data is removed after
 * the data. The first pass records the places that it emptied, because a worker or a request that started before the deletion may still
 * write into one of them, where no list names it.
 * @param isLast true if nothing can write any more: the recorded places are emptied again, and forgotten
 */
async function* erase(deps: EraseAccountDeps, accountId: string, isLast: boolean): AsyncGenerator<ErasureCounts> {
  const { accounting, items, cancelRenders } = deps;
  await cancelRenders(accountId);
  for (const list of SEPARATE_ACCOUNT_PARTITION_LISTS)
    if (isLast || list !== 'remembered') yield* eraseListed(deps, accountId, list);
  for (;;) {
    const removed = await items.removeSomeOwn(accountId);
    if (removed === 0) break;
    yield { items: removed, files: 0 };
  }
  for (const prefix of fileKeyPrefixesOfAccount(accountId)) yield* eraseFiles(deps, prefix);
  await accounting.foldUsage(accountId);
}

/** Records the next phase, unless another process was first. */
async function advance({ accounting, clock }: EraseAccountDeps, record: DeletedAccountRecord, isLast: boolean) {
  const now = clock();
  if (isLast) await attemptConditionalWrite(() => accounting.end(record, formatUtcTimestamp(now)));
  else if (record.phase === 'erasing')
    await attemptConditionalWrite(() =>
      accounting.wait(record, formatUtcTimestamp(addSeconds(now, MAX_LATE_WRITE_SECONDS))),
    );
}

/** Reports whether the second pass may start. */
const isSecondPass = ({ phase, second_pass_at }: DeletedAccountRecord, now: Date): boolean =>
  phase === 'waiting' && second_pass_at !== undefined && second_pass_at <= formatUtcTimestamp(now);

/**
 * Erases all data of a deleted account that can be erased at the moment. If the second pass is not due yet, a pass removes data that were
 * written since the last one.
 * @param onErased is called after each step
 * @param mayContinue is called after each step; false stops the work if something was removed, and a later call continues it
 * @returns true if everything is done that can be done at the moment
 */
export async function eraseDeletedAccountNow(
  deps: EraseAccountDeps,
  record: DeletedAccountRecord,
  onErased: (erased: ErasureCounts) => void = () => undefined,
  mayContinue: () => boolean = () => true,
): Promise<boolean> {
  const isLast = isSecondPass(record, deps.clock());
  let hasErased = false;
  for await (const erased of erase(deps, record.account_id, isLast)) {
    onErased(erased);
    hasErased ||= erased.items + erased.files > 0;
    // A call that stopped before it removed anything would leave the next one with the same work.
    if (hasErased && !mayContinue()) return false;
  }
  await advance(deps, record, isLast);
  return true;
}

/** Continues one erasure that is due, for ERASING_SECONDS. After a kill it becomes due again. */
async function continueErasure(deps: EraseAccountDeps, due: DeletedAccountRecord): Promise<void> {
  const { accounting, clock } = deps;
  const startedAt = clock();
  const end = addSeconds(startedAt, ERASING_SECONDS);
  const taken = await accounting.postpone(due, formatUtcTimestamp(addSeconds(startedAt, RETRY_SECONDS)));
  if (!(await eraseDeletedAccountNow(deps, taken, undefined, () => clock() < end)))
    await attemptConditionalWrite(() => accounting.postpone(taken, formatUtcTimestamp(clock())));
}

/**
 * Erases deleted accounts.
 * @due 5 min after the deletion of its account, unless it is done by then; 65 min after the first pass
 */
export const deletedAccountsErasureSweep = (deps: EraseAccountDeps): RecoverySweep<DeletedAccountRecord> => ({
  name: 'erasures',
  listDue: (page) => deps.accounting.listDue(page),
  take: (record) => continueErasure(deps, record),
  describe: ({ account_id }) => ({ account_id }),
});
