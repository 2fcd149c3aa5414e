import type { TombstoneChange } from '../../erasure/tombstone.ts';
import { firstImportLook, type Import, type ImportRef, type ImportStore } from '../../imports/public.ts';
import { lookAfterLease } from '../../leases/lease-rules.ts';
import { epochSeconds } from '../../shared/clock.ts';
import { ITEM_LIFETIMES } from '../../shared/lifetimes.ts';
import { changeHoldings } from '../accounts/holdings.ts';
import { notDeleted } from '../accounts/not-deleted.ts';
import { tombstoneWrites } from '../erasure/tombstone-items.ts';
import { dueEntries } from '../table/due-items.ts';
import { gsi2, keys } from '../table/keys.ts';
import { nextLookAtWork, postponementOfWork, releaseOfWork } from '../table/leased-item.ts';
import type { Table } from '../table/table.ts';
import { CONFLICT, type Transaction } from '../table/transaction.ts';
import type { TimelineInserter } from '../timelines/timeline-repository.ts';
import { importCodec } from './import-items.ts';

/** Takes an import out of the index of the sweeper, and ends its lease. */
const LEAVE = 'lease_until, GSI2PK, GSI2SK';

/** Imports in the table. An import that has not ended is in the index of the sweeper, and in the slots of its account. */
export function importRepository(table: Table, timelines: TimelineInserter): ImportStore {
  const keyOf = ({ account_id, id }: Pick<Import, 'account_id' | 'id'>) => keys.import(account_id, id);

  /** What a write needs that only the worker of the last claim may make. */
  const byLastClaim = ({ attempt }: Import) => ({
    condition: 'attempt = :attempt AND #status = :processing',
    names: { '#status': 'status' },
    values: { ':attempt': attempt, ':processing': 'processing' },
  });

  async function settle(
    made: Import,
    change: string,
    own: Record<string, unknown>,
    ownNames: Record<string, string> = {},
  ): Promise<void> {
    const { condition, names, values } = byLastClaim(made);
    await table.update({
      Key: keyOf(made),
      UpdateExpression: change,
      ConditionExpression: condition,
      ExpressionAttributeNames: { ...names, ...ownNames },
      ExpressionAttributeValues: { ...values, ...own },
    });
  }

  /** Parts of a transaction: the end of an import, which only the last claim may write, and of its slot. */
  const ending = (
    made: Import,
    change: string,
    own: Record<string, unknown>,
    ownNames: Record<string, string> = {},
    leaseUntil?: string,
  ): Transaction<'import' | 'slot'> => {
    const { condition, names, values } = byLastClaim(made);
    return {
      import: {
        Update: {
          TableName: table.name,
          Key: keyOf(made),
          UpdateExpression: `${change} REMOVE ${LEAVE}`,
          ConditionExpression: `${condition}${leaseUntil === undefined ? '' : ' AND lease_until = :until'}`,
          ExpressionAttributeNames: { ...names, ...ownNames },
          ExpressionAttributeValues: {
            ...values,
            ...own,
            ...(leaseUntil === undefined ? {} : { ':until': leaseUntil }),
          },
        },
      },
      slot: {
        Update: {
          TableName: table.name,
          Key: keys.importSlots(made.account_id),
          UpdateExpression: 'DELETE waiting :id',
          ExpressionAttributeValues: { ':id': new Set([made.id]) },
        },
      },
    };
  };

  const fail: (...of: [...Parameters<ImportStore['fail']>, lease?: string]) => Promise<void> = async (
    made,
    { at, error },
    tombstones: TombstoneChange,
    lease,
  ) => {
    await table.transact({
      ...ending(
        made,
        'SET #status = :failed, #error = :error, completed_at = :at',
        { ':failed': 'failed', ':error': error, ':at': at },
        { '#error': 'error' },
        lease,
      ),
      tombstones: tombstoneWrites(table, made.account_id, tombstones),
      holdings: changeHoldings(table, made.account_id, { stored_bytes: -made.size_bytes }),
    });
  };

  return {
    async insert(made, limits, answer) {
      const item = importCodec.toItem(keyOf(made), made, {
        ...gsi2.imports.attributes(made.id, firstImportLook(made)),
        expires_at_epoch: epochSeconds(made.created_at) + ITEM_LIFETIMES.import.seconds,
      });
      const refused = await table.transact(
        {
          import: { Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
          slot: {
            Update: {
              TableName: table.name,
              Key: keys.importSlots(made.account_id),
              UpdateExpression: 'SET #entity = :slots ADD waiting :id',
              ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :limit',
              ExpressionAttributeNames: { '#entity': 'entity' },
              ExpressionAttributeValues: {
                ':slots': 'import_slots',
                ':id': new Set([made.id]),
                ':limit': limits.imports_waiting,
              },
            },
          },
          account: notDeleted(table, made.account_id),
          holdings: changeHoldings(table, made.account_id, { stored_bytes: made.size_bytes }, limits),
        },
        { answer, refusals: { account: 'account_deleted', slot: 'too_many', holdings: 'no_room', import: CONFLICT } },
      );
      return refused ?? 'inserted';
    },

    async find({ account_id, import_id }: ImportRef) {
      const item = await table.get(keys.import(account_id, import_id));
      return item && importCodec.parse(item);
    },

    async claim({ account_id, import_id }, { now, lease_until, message_id, max_claims }) {
      const item = await table.update({
        Key: keys.import(account_id, import_id),
        UpdateExpression:
          'SET #status = :processing, lease_until = :until, message_id = :message, GSI2SK = :look REMOVE sent_again ADD attempt :one',
        ConditionExpression:
          '(attempt < claims_allowed OR (attribute_not_exists(claims_allowed) AND attempt < :limit)) AND (#status = :queued OR (#status = :processing AND lease_until < :now)) AND item_format = :format',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':processing': 'processing',
          ':queued': 'queued',
          ':until': lease_until,
          ':message': message_id,
          ':look': gsi2.imports.attributes(import_id, lookAfterLease(lease_until)).GSI2SK,
          ':now': now,
          ':one': 1,
          ':limit': max_claims,
          ':format': importCodec.stamp.item_format,
        },
      });
      return importCodec.parse(item);
    },

    renew: (made, leaseUntil) =>
      settle(made, 'SET lease_until = :until, GSI2SK = :look', {
        ':until': leaseUntil,
        ':look': gsi2.imports.attributes(made.id, lookAfterLease(leaseUntil)).GSI2SK,
      }),

    noteProgress: (made, progress, pages) =>
      settle(made, `SET progress = :progress${pages === undefined ? '' : ', pages = :pages'}`, {
        ':progress': progress,
        ...(pages === undefined ? {} : { ':pages': pages }),
      }),

    async complete(made, { at, report, pages }, loaded, limits, tombstones) {
      const outcome = await timelines.insertBeside<'import' | 'slot' | 'account'>(loaded, limits, {
        parts: {
          ...ending(
            made,
            'SET #status = :completed, progress = :all, report = :report, pages = :pages, completed_at = :at',
            {
              ':completed': 'completed',
              ':all': 100,
              ':report': report,
              ':pages': pages,
              ':at': at,
            },
          ),
          account: notDeleted(table, made.account_id),
        },
        refusals: { import: CONFLICT, slot: CONFLICT, account: CONFLICT },
        stored_bytes: made.size_bytes,
        tombstones,
      });
      return outcome === 'inserted' ? 'completed' : outcome;
    },

    fail: (made, end, tombstones) => fail(made, end, tombstones),
    failAbandoned: (seen, end, tombstones) => fail(seen, end, tombstones, seen.lease_until),

    release: (made) => settle(made, releaseOfWork.expression, releaseOfWork.values),

    async postpone(made, at, counts) {
      const { expression, values } = postponementOfWork(at, counts);
      await settle(made, expression, values);
    },

    listDue: (request) =>
      dueEntries(table, gsi2.imports, request, importCodec, (made, listed_as) => ({ made, listed_as })),

    async noteLook({ made, listed_as }, next, sentAt) {
      const { GSI2SK } = gsi2.imports.attributes(made.id, next);
      const { expression, condition, values } = nextLookAtWork(made, listed_as, GSI2SK, sentAt);
      await table.update({
        Key: keyOf(made),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      });
    },
  };
}
