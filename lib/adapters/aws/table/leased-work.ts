import { type LeaseClaim, type LeasedItem, sweeperCheckAfterLease } from '#platform/leases/public.ts';
import type { DueEntriesPage, DueEntriesPageRequest } from '#platform/recovery/public.ts';
import type { ItemCodec } from './item.ts';
import type { DueIndexOfKind, TableKey } from './keys.ts';
import { listDueEntriesPage } from './query-due-items.ts';
import type { Table } from './table.ts';

/**
 * Description of one kind of work under leases. Its item has a `status`: `queued`, `processing`, or one of its ends. All conditions are
 * in the functions of this file: only the worker of the last claim may change the work, and only while it is `processing`.
 */
export interface LeasedWorkKind<Work extends LeasedItem, Ref> {
  codec: Pick<ItemCodec<Work>, 'stamp' | 'parse'>;
  /** Index in which the sweeper finds work that has not ended. */
  index: DueIndexOfKind;
  key(ref: Ref): TableKey;
  /** The id of the work in the index. */
  listedId(ref: Ref): string;
  refOf(work: Work): Ref;
  /** Attributes that distinguish this work from later work in the same item. Absent: an item never gets other work. */
  identity?(ref: Ref): Readonly<Record<string, string>>;
}

/** An update expression with its values and names. */
interface WorkChange {
  expression: string;
  values?: Readonly<Record<string, unknown>>;
  names?: Readonly<Record<string, string>>;
}

/** The attributes that a REMOVE expression deletes to end a lease and to take the work out of the sweeper's index. */
export const ATTRIBUTES_REMOVED_AT_LEASE_END = 'lease_until, GSI2PK, GSI2SK';

/** The conditions that the item still has this work and no later one, with their values. */
function sameWorkCondition<Work extends LeasedItem, Ref>(
  { identity }: LeasedWorkKind<Work, Ref>,
  ref: Ref,
): { conditions: string[]; values: Record<string, string> } {
  const entries = Object.entries(identity?.(ref) ?? {});
  return {
    conditions: entries.map(([name]) => `${name} = :${name}`),
    values: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  };
}

/**
 * The update of work by the worker of the last claim, alone or as part of a transaction.
 * @param leaseUntil for work whose worker died: the end of the lease as it was read, which must not have been renewed since
 */
export function leasedWorkUpdate<Work extends LeasedItem, Ref>(
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  { expression, values = {}, names = {} }: WorkChange,
  leaseUntil?: string,
) {
  const ref = kind.refOf(work);
  const workCondition = sameWorkCondition(kind, ref);
  return {
    Key: kind.key(ref),
    UpdateExpression: expression,
    ConditionExpression: [
      ...workCondition.conditions,
      'attempt = :attempt AND #status = :processing',
      ...(leaseUntil === undefined ? [] : ['lease_until = :seen_lease']),
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status', ...names },
    ExpressionAttributeValues: {
      ...workCondition.values,
      ':attempt': work.attempt,
      ':processing': 'processing',
      ...(leaseUntil === undefined ? {} : { ':seen_lease': leaseUntil }),
      ...values,
    },
  };
}

/** Changes work as the worker of the last claim. @throws WriteConflictError after a later claim, and when the work has ended */
export async function changeLeasedWork<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  change: WorkChange,
  leaseUntil?: string,
): Promise<void> {
  await table.update(leasedWorkUpdate(kind, work, change, leaseUntil));
}

/**
 * Claims work that no worker has, for another attempt, and moves the sweeper's next check behind the end of the lease.
 * @throws WriteConflictError when the work has ended, when a worker has it, or when it has no claim left. Also when a newer version of the
 * program wrote it: this version must not use up its attempts
 */
export async function claimLeasedWork<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  ref: Ref,
  { now, lease_until, message_id, max_claims }: LeaseClaim & { max_claims: number },
): Promise<Work> {
  const workCondition = sameWorkCondition(kind, ref);
  const item = await table.update({
    Key: kind.key(ref),
    UpdateExpression:
      'SET #status = :processing, lease_until = :until, message_id = :message, GSI2SK = :check REMOVE sent_again ADD attempt :one',
    ConditionExpression: [
      ...workCondition.conditions,
      '(attempt < claims_allowed OR (attribute_not_exists(claims_allowed) AND attempt < :limit))',
      '(#status = :queued OR (#status = :processing AND lease_until < :now))',
      'item_format = :format',
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...workCondition.values,
      ':processing': 'processing',
      ':queued': 'queued',
      ':until': lease_until,
      ':message': message_id,
      ':check': kind.index.attributes(kind.listedId(ref), sweeperCheckAfterLease(lease_until)).GSI2SK,
      ':now': now,
      ':one': 1,
      ':limit': max_claims,
      ':format': kind.codec.stamp.item_format,
    },
  });
  return kind.codec.parse(item);
}

/**
 * Extends the lease of the last claim. The time of the sweeper's next check is not moved, because that would delete and write an entry of
 * the index at each heartbeat of each worker. The check of work whose lease was renewed costs one conditional write per minute and changes
 * nothing, because the sweeper decides by the lease and not by the entry.
 */
export const renewWorkLease = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  leaseUntil: string,
): Promise<void> =>
  changeLeasedWork(table, kind, work, { expression: 'SET lease_until = :until', values: { ':until': leaseUntil } });

/** Returns work whose worker failed to the queue, and counts the failure. */
export const releaseFailedWork = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
): Promise<void> =>
  changeLeasedWork(table, kind, work, {
    expression: 'SET #status = :queued REMOVE lease_until ADD failures :one',
    values: { ':queued': 'queued', ':one': 1 },
  });

/** Returns work to the queue without counting this claim. @param enqueuedAt time at which its next message is sent */
export const postponeLeasedWork = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  enqueuedAt: string,
  { claims_allowed, postponed }: Required<Pick<LeasedItem, 'claims_allowed' | 'postponed'>>,
): Promise<void> =>
  changeLeasedWork(table, kind, work, {
    expression:
      'SET #status = :queued, enqueued_at = :at, claims_allowed = :claims, postponed = :postponed REMOVE lease_until',
    values: { ':queued': 'queued', ':at': enqueuedAt, ':claims': claims_allowed, ':postponed': postponed },
  });

/** A page of the work of one kind that is due. */
export const listDueWork = <Work extends LeasedItem, Ref, Entry>(
  table: Table,
  { index, codec }: LeasedWorkKind<Work, Ref>,
  request: DueEntriesPageRequest,
  entryOf: (work: Work, listed_as: string) => Entry,
): Promise<DueEntriesPage<Entry>> => listDueEntriesPage(table, index, request, codec, entryOf);

/**
 * Sets the time of the sweeper's next check, on condition that the work is still listed and enqueued as it was read. The condition is
 * needed because the index is eventually consistent: it may list work that was postponed since.
 * @param sentAt time at which the sweeper sent another message for the work; undefined: it sent none
 * @throws WriteConflictError when another sweeper or a worker was first
 */
export async function scheduleNextWorkCheck<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  { work, listedAs }: { work: Work; listedAs: string },
  nextCheckAt: string,
  sentAt: string | undefined,
): Promise<void> {
  const ref = kind.refOf(work);
  const workCondition = sameWorkCondition(kind, ref);
  await table.update({
    Key: kind.key(ref),
    UpdateExpression: `SET GSI2SK = :next${sentAt === undefined ? '' : ', enqueued_at = :at ADD sent_again :one'}`,
    ConditionExpression: [...workCondition.conditions, 'GSI2SK = :seen AND enqueued_at = :enqueued'].join(' AND '),
    ExpressionAttributeValues: {
      ...workCondition.values,
      ':next': kind.index.attributes(kind.listedId(ref), nextCheckAt).GSI2SK,
      ':seen': listedAs,
      ':enqueued': work.enqueued_at,
      ...(sentAt === undefined ? {} : { ':at': sentAt, ':one': 1 }),
    },
  });
}
