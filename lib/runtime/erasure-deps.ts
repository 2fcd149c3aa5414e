import { accountItems } from '../aws/erasure/account-items.ts';
import { accountingRepository } from '../aws/erasure/accounting-repository.ts';
import { renderRepository } from '../aws/renders/render-repository.ts';
import type { Table } from '../aws/table/table.ts';
import type { EraseAccountDeps } from '../erasure/erase-account.ts';
import type { ErasedFiles } from '../erasure/ports.ts';
import { cancelRendersOfAccount } from '../renders/cancel-render.ts';
import type { Clock } from '../shared/clock.ts';

/** Dependencies of the erasure of deleted accounts, for the sweeper and for the operator's command next to a running service. */
export function erasureDeps(table: Table, files: ErasedFiles, clock: Clock): EraseAccountDeps {
  const renders = renderRepository(table);
  return {
    accounting: accountingRepository(table),
    items: accountItems(table),
    files,
    cancelRenders: (accountId) => cancelRendersOfAccount({ renders, clock }, accountId),
    clock,
  };
}
