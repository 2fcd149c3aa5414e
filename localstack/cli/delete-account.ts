import { setTimeout } from 'node:timers/promises';
import { findRemains, type WhatIsLeft } from '#adapters/aws/erasure/find-remains.ts';
import { keys } from '#adapters/aws/table/keys.ts';
import { erasureDeps } from '#app/composition/erasure-deps.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import {
  type AccountingRecord,
  deleteAccount,
  type EraseAccountDeps,
  type Erased,
  eraseNow,
} from '#platform/erasure/public.ts';
import { operatorFiles, operatorTable, type ServiceEnvironment } from './operator.ts';

/** Result of the deletion of an account, and what the table and the bucket still contain of it. */
export interface Deletion {
  account_id: string;
  deleted_at: string;
  phase: AccountingRecord['phase'];
  /** Time of the second pass; null once it is done. */
  second_pass_at: string | null;
  /** Data that this run removed. */
  erased: Erased;
  /** Record that remains for good: counts, and no data of a person. */
  accounting_record: Pick<AccountingRecord, 'created_at' | 'deleted_at' | 'months'>;
  /** Ids of things that the second pass looks at once more. */
  kept_for_second_pass: number;
  /** Everything else that names the account, anywhere in the table or the bucket. */
  left: WhatIsLeft;
}

export interface DeleteAccountDeps {
  erasure: EraseAccountDeps;
  /** All that names an account, in the whole table and the whole bucket. */
  findRemains(accountId: string): Promise<WhatIsLeft>;
  /** @param ms milliseconds */
  wait(ms: number): Promise<unknown>;
  /** Is notified of the progress, a line at a time. */
  tell(line: string): void;
}

/** Dependencies of the deletion of an account of a service. */
export function operatorDeletion(
  environment: ServiceEnvironment,
  clock: Clock,
  tell: DeleteAccountDeps['tell'],
): DeleteAccountDeps {
  const table = operatorTable(environment);
  const files = operatorFiles(environment);
  return {
    erasure: erasureDeps(table, files, clock),
    findRemains: (accountId) => findRemains(table, files, accountId),
    wait: setTimeout,
    tell,
  };
}

/** Time between two checks of `--wait` for the end of the erasure by the sweeper of the service, in milliseconds. */
const LOOK_MS = 10_000;
/** Progress is reported after this many removed things. */
const TOLD_EVERY = 1000;

/** Adds up what steps removed, and tells of it now and then. */
function progressOf(tell: DeleteAccountDeps['tell']) {
  const sum: Erased = { items: 0, files: 0 };
  let told = 0;
  return {
    sum,
    add({ items, files }: Erased): void {
      sum.items += items;
      sum.files += files;
      if (sum.items + sum.files < told + TOLD_EVERY) return;
      told = sum.items + sum.files;
      tell(`${sum.items} items and ${sum.files} files erased so far`);
    },
  };
}

/**
 * Deletes an account, erases all that can be erased now, and reads the whole table and the whole bucket for what is left.
 * Killed anywhere, the sweeper of the service continues; so does another call.
 * @param untilErased whether to wait for the end of the second pass
 * @returns undefined when there is no such account
 */
export async function deleteWholeAccount(
  { erasure: deps, findRemains: remainsOf, wait, tell }: DeleteAccountDeps,
  accountId: string,
  untilErased: boolean,
): Promise<Deletion | undefined> {
  const progress = progressOf(tell);

  const begun = await deleteAccount(deps, accountId);
  if (!begun) return undefined;
  tell(`Deleted at ${begun.deleted_at}: its keys and tokens are refused from now on.`);
  await eraseNow(deps, begun, progress.add);
  let record = (await deps.accounting.find(accountId)) ?? begun;
  if (record.phase !== 'erased')
    tell(
      `The first pass is done. The running service makes a second one at ${record.second_pass_at ?? record.due_at}: until then, uploads that had started may still end.`,
    );
  while (untilErased && record.phase !== 'erased') {
    await wait(LOOK_MS);
    record = (await deps.accounting.find(accountId)) ?? record;
  }

  tell('Reading the whole table and the whole bucket for what is left.');
  const found = await remainsOf(accountId);
  const own = keys.accounting(accountId);
  const remembered = keys.erasedPlace(accountId, '', '').PK;
  const isRemembered = (name: string) => name.startsWith(`${remembered} `);
  return {
    account_id: accountId,
    deleted_at: record.deleted_at,
    phase: record.phase,
    second_pass_at: record.phase === 'erased' ? null : (record.second_pass_at ?? null),
    erased: progress.sum,
    accounting_record: { created_at: record.created_at, deleted_at: record.deleted_at, months: record.months },
    kept_for_second_pass: found.items.filter(isRemembered).length,
    left: {
      items: found.items.filter((name) => name !== `${own.PK} ${own.SK}` && !isRemembered(name)),
      files: found.files,
    },
  };
}
