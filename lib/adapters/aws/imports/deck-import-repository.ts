import { firstImportCheckTime, type Import, type ImportRef, type ImportStore } from '#features/imports/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { idBoundsBetween } from '#kernel/shared/ids.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { TombstoneChange } from '#platform/erasure/public.ts';
import { resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { tombstoneChangeWrites } from '../erasure/tombstone-items.ts';
import { dueItemsIndex, tableKeys } from '../table/keys.ts';
import {
  ATTRIBUTES_REMOVED_AT_LEASE_END,
  changeLeasedWork,
  claimLeasedWork,
  type LeasedWorkKind,
  leasedWorkUpdate,
  listDueWork,
  postponeLeasedWork,
  releaseFailedWork,
  renewWorkLease,
  scheduleNextWorkCheck,
} from '../table/leased-work.ts';
import { queryPageByPrefix } from '../table/page-under.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type Transaction } from '../table/transaction.ts';
import type { TimelineInserter } from '../timelines/timeline-repository.ts';
import { importCodec } from './import-items.ts';

const IMPORT_WORK_KIND: LeasedWorkKind<Import, ImportRef> = {
  codec: importCodec,
  index: dueItemsIndex.imports,
  key: ({ account_id, import_id }) => tableKeys.import(account_id, import_id),
  listedId: ({ import_id }) => import_id,
  refOf: ({ account_id, id }) => ({ account_id, import_id: id }),
};

/** Imports in the table. Those that have not ended are in the sweeper's index, and in the slots of their account. */
export function deckImportRepository(table: Table, timelines: TimelineInserter): ImportStore {
  const keyOf = ({ account_id, id }: Pick<Import, 'account_id' | 'id'>) => tableKeys.import(account_id, id);

  /** Parts of a transaction: end an import, on condition that `deckImport` has its last claim, and free its slot. */
  const endWrites = (
    deckImport: Import,
    setExpression: string,
    values: Record<string, unknown>,
    names: Record<string, string> = {},
    leaseUntil?: string,
  ): Transaction<'import' | 'slot'> => {
    const update = { expression: `${setExpression} REMOVE ${ATTRIBUTES_REMOVED_AT_LEASE_END}`, values, names };
    return {
      import: {
        Update: { TableName: table.name, ...leasedWorkUpdate(IMPORT_WORK_KIND, deckImport, update, leaseUntil) },
      },
      slot: {
        Update: {
          TableName: table.name,
          Key: tableKeys.importSlots(deckImport.account_id),
          UpdateExpression: 'DELETE waiting :id',
          ExpressionAttributeValues: { ':id': new Set([deckImport.id]) },
        },
      },
    };
  };

  const fail: (...args: [...Parameters<ImportStore['fail']>, lease?: string]) => Promise<void> = async (
    deckImport,
    { at, error },
    tombstones: TombstoneChange,
    leaseUntil,
  ) => {
    await table.transact({
      ...endWrites(
        deckImport,
        'SET #status = :failed, #error = :error, completed_at = :at',
        { ':failed': 'failed', ':error': error, ':at': at },
        { '#error': 'error' },
        leaseUntil,
      ),
      tombstones: tombstoneChangeWrites(table, deckImport.account_id, tombstones),
      holdings: resourceTotalsChangeWrites(table, deckImport.account_id, { stored_bytes: -deckImport.size_bytes }),
    });
  };

  return {
    async insert(deckImport, limits, answer) {
      const item = importCodec.toItem(keyOf(deckImport), deckImport, {
        ...dueItemsIndex.imports.attributes(deckImport.id, firstImportCheckTime(deckImport)),
        expires_at_epoch: epochSecondsOfTimestamp(deckImport.created_at) + ITEM_LIFETIMES.import.seconds,
      });
      const refusal = await table.transact(
        {
          import: { Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
          slot: {
            Update: {
              TableName: table.name,
              Key: tableKeys.importSlots(deckImport.account_id),
              UpdateExpression: 'SET #entity = :slots ADD waiting :id',
              ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :limit',
              ExpressionAttributeNames: { '#entity': 'entity' },
              ExpressionAttributeValues: {
                ':slots': 'import_slots',
                ':id': new Set([deckImport.id]),
                ':limit': limits.imports_waiting,
              },
            },
          },
          account: accountNotDeletedCondition(table, deckImport.account_id),
          holdings: resourceTotalsChangeWrites(
            table,
            deckImport.account_id,
            { stored_bytes: deckImport.size_bytes },
            limits,
          ),
        },
        {
          answer,
          refusals: { account: 'account_deleted', slot: 'too_many', holdings: 'no_room', import: REFUSED_BY_CONFLICT },
        },
      );
      return refusal ?? 'inserted';
    },

    async find({ account_id, import_id }: ImportRef) {
      const item = await table.get(tableKeys.import(account_id, import_id));
      return item && importCodec.parse(item);
    },

    claim: (ref, claim) => claimLeasedWork(table, IMPORT_WORK_KIND, ref, claim),
    renew: (deckImport, leaseUntil) => renewWorkLease(table, IMPORT_WORK_KIND, deckImport, leaseUntil),

    noteProgress: (deckImport, progress, pages) =>
      changeLeasedWork(table, IMPORT_WORK_KIND, deckImport, {
        expression: `SET progress = :progress${pages === undefined ? '' : ', pages = :pages'}`,
        values: { ':progress': progress, ...(pages === undefined ? {} : { ':pages': pages }) },
      }),

    async complete(deckImport, { at, report, pages }, loadedTimeline, limits, tombstones) {
      const outcome = await timelines.insertWith<'import' | 'slot' | 'account'>(loadedTimeline, limits, {
        parts: {
          ...endWrites(
            deckImport,
            'SET #status = :completed, progress = :all, report = :report, pages = :pages, completed_at = :at',
            {
              ':completed': 'completed',
              ':all': 100,
              ':report': report,
              ':pages': pages,
              ':at': at,
            },
          ),
          account: accountNotDeletedCondition(table, deckImport.account_id),
        },
        refusals: { import: REFUSED_BY_CONFLICT, slot: REFUSED_BY_CONFLICT, account: REFUSED_BY_CONFLICT },
        stored_bytes: deckImport.size_bytes,
        tombstones,
      });
      return outcome === 'inserted' ? 'completed' : outcome;
    },

    fail: (deckImport, end, tombstones) => fail(deckImport, end, tombstones),
    failAbandoned: (seenImport, end, tombstones) => fail(seenImport, end, tombstones, seenImport.lease_until),

    release: (deckImport) => releaseFailedWork(table, IMPORT_WORK_KIND, deckImport),
    postpone: (deckImport, enqueuedAt, counts) =>
      postponeLeasedWork(table, IMPORT_WORK_KIND, deckImport, enqueuedAt, counts),
    listDue: (request) =>
      listDueWork(table, IMPORT_WORK_KIND, request, (deckImport, listed_as) => ({ made: deckImport, listed_as })),
    noteCheck: ({ made: deckImport, listed_as }, nextCheckAt, sentAt) =>
      scheduleNextWorkCheck(table, IMPORT_WORK_KIND, { work: deckImport, listedAs: listed_as }, nextCheckAt, sentAt),

    list: (accountId, created, page) =>
      queryPageByPrefix(
        table,
        {
          PK: tableKeys.import(accountId, '').PK,
          prefix: tableKeys.import(accountId, '').SK,
          ...idBoundsBetween('import', created),
        },
        (item) => importCodec.parse(item),
        page,
      ),
  };
}
