import { setTimeout } from 'node:timers/promises';
import { type AccountRemains, scanForAccountRemains } from '#adapters/aws/erasure/scan-for-account-remains.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { accountErasureDeps } from '#app/composition/account-erasure-deps.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import {
  type DeletedAccountRecord,
  deleteAccount,
  type EraseAccountDeps,
  type ErasureCounts,
  eraseDeletedAccountNow,
} from '#platform/erasure/public.ts';
import { openServiceBucket, openServiceTable, type ServiceEnvironment } from './operator.ts';

/** The result of deleting an account, with the data that the table and the bucket still contain. */
export interface AccountDeletionResult {
  account_id: string;
  deleted_at: string;
  phase: DeletedAccountRecord['phase'];
  /** Time of the second pass, RFC 3339; null after it. */
  second_pass_at: string | null;
  /** Numbers of items and files that this run has erased. */
  erased: ErasureCounts;
  /** The record that is kept permanently: counts, without personal data. */
  accounting_record: Pick<DeletedAccountRecord, 'created_at' | 'deleted_at' | 'months'>;
  /** The number of items that list the places for the second pass. */
  kept_for_second_pass: number;
  /** All other items and files that name the account. */
  left: AccountRemains;
}

/** Dependencies of `deleteAccountAndFindRemains`. */
export interface DeleteAccountDeps {
  erasure: EraseAccountDeps;
  /** Finds all items and files that name an account, in the whole table and the whole bucket. */
  findRemains(accountId: string): Promise<AccountRemains>;
  /** @param ms milliseconds */
  wait(ms: number): Promise<unknown>;
  /** Gets messages about the progress, one line each. */
  report(line: string): void;
}

/** The dependencies of the deletion of an account of a running or deployed service. */
export function operatorDeletionDeps(
  environment: ServiceEnvironment,
  clock: Clock,
  report: DeleteAccountDeps['report'],
): DeleteAccountDeps {
  const table = openServiceTable(environment);
  const files = openServiceBucket(environment);
  return {
    erasure: accountErasureDeps(table, files, clock),
    findRemains: (accountId) => scanForAccountRemains(table, files, accountId),
    wait: setTimeout,
    report,
  };
}

/** Milliseconds between two checks, with `--wait`, whether the sweeper of the service has made the second pass. */
const POLL_MS = 10_000;
/** The number of erased items and files after which progress is reported again. */
const REPORT_INTERVAL = 1000;

/** Sums up the erased items and files, and reports the sum from time to time. */
function createErasureProgress(report: DeleteAccountDeps['report']) {
  const total: ErasureCounts = { items: 0, files: 0 };
  let reportedCount = 0;
  return {
    sum: total,
    add({ items, files }: ErasureCounts): void {
      total.items += items;
      total.files += files;
      if (total.items + total.files < reportedCount + REPORT_INTERVAL) return;
      reportedCount = total.items + total.files;
      report(`${total.items} items and ${total.files} files erased so far`);
    },
  };
}

/**
 * Deletes an account, erases all that can be erased now, and searches the whole table and the whole bucket for remaining data.
 * If it is interrupted, the sweeper of the service, or another call, continues the erasure.
 * @param untilErased true: waits for the end of the second pass
 * @returns undefined for an unknown account
 */
export async function deleteAccountAndFindRemains(
  { erasure: erasureDeps, findRemains, wait, report }: DeleteAccountDeps,
  accountId: string,
  untilErased: boolean,
): Promise<AccountDeletionResult | undefined> {
  const progress = createErasureProgress(report);

  const deletedRecord = await deleteAccount(erasureDeps, accountId);
  if (!deletedRecord) return undefined;
  report(`Deleted at ${deletedRecord.deleted_at}: its keys and tokens are refused from now on.`);
  await eraseDeletedAccountNow(erasureDeps, deletedRecord, progress.add);
  let record = (await erasureDeps.accounting.find(accountId)) ?? deletedRecord;
  if (record.phase !== 'erased')
    report(
      `The first pass is done. The running service makes a second one at ${record.second_pass_at ?? record.due_at}: until then, uploads that had started may still end.`,
    );
  while (untilErased && record.phase !== 'erased') {
    await wait(POLL_MS);
    record = (await erasureDeps.accounting.find(accountId)) ?? record;
  }

  report('Reading the whole table and the whole bucket for remaining data.');
  const remains = await findRemains(accountId);
  const accountingKey = tableKeys.accounting(accountId);
  const placesPrefix = tableKeys.erasedPlace(accountId, '', '').PK;
  const isKeptPlace = (name: string) => name.startsWith(`${placesPrefix} `);
  return {
    account_id: accountId,
    deleted_at: record.deleted_at,
    phase: record.phase,
    second_pass_at: record.phase === 'erased' ? null : (record.second_pass_at ?? null),
    erased: progress.sum,
    accounting_record: { created_at: record.created_at, deleted_at: record.deleted_at, months: record.months },
    kept_for_second_pass: remains.items.filter(isKeptPlace).length,
    left: {
      items: remains.items.filter((name) => name !== `${accountingKey.PK} ${accountingKey.SK}` && !isKeptPlace(name)),
      files: remains.files,
    },
  };
}
