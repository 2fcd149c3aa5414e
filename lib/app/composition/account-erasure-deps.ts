import { accountItemRemover } from '#adapters/aws/erasure/account-items.ts';
import { deletedAccountRecordRepository } from '#adapters/aws/erasure/deleted-account-record-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { cancelRendersOfAccount } from '#features/renders/cancel-render.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import type { EraseAccountDeps } from '#platform/erasure/erase-account.ts';
import type { FileRemover } from '#platform/erasure/ports.ts';

/** Dependencies of the erasure of deleted accounts, for the sweeper and for the operator's command. */
export function accountErasureDeps(table: Table, files: FileRemover, clock: Clock): EraseAccountDeps {
  const renders = renderRepository(table);
  return {
    accounting: deletedAccountRecordRepository(table),
    items: accountItemRemover(table),
    files,
    cancelRenders: (accountId) => cancelRendersOfAccount({ renders, clock }, accountId),
    clock,
  };
}
