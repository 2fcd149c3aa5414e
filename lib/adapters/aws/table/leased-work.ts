import { checkAfterLease, type LeaseClaim, type LeasedItem } from '#platform/leases/public.ts';
import type { DuePage, DuePageRequest } from '#platform/recovery/public.ts';
import { dueEntries } from './due-items.ts';
import type { ItemCodec } from './item.ts';
import type { DueIndex, Key } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Stored form of one kind of work under leases. Its item has a `status`: `queued`, `processing`, or one of its ends. The functions
 * below are the one home of its conditions: only the worker that claimed last changes the work, and only while it is `processing`.
 */
export interface LeasedWorkKind<Work extends LeasedItem, Ref> {
  codec: Pick<ItemCodec<Work>, 'stamp' | 'parse'>;
  /** Index in which the sweeper finds work that has not ended. */
  index: DueIndex;
  key(ref: Ref): Key;
  /** The name of the work in the index. */
  listedId(ref: Ref): string;
  refOf(work: Work): Ref;
  /** Attributes that tell this work from other work that may have taken its place in the item. Absent: its key does. */
  identity?(ref: Ref): Readonly<Record<string, string>>;
}

/** A change of an item, as an update expression takes it. */
interface WorkChange {
  expression: string;
  values?: Readonly<Record<string, unknown>>;
  names?: Readonly<Record<string, string>>;
}

/** In a REMOVE expression: ends the lease, and takes the work out of the index of the sweeper. */
export const LEAVING = 'lease_until, GSI2PK, GSI2SK';

/** The condition that the item still has the identity of the work, with its values. */
function sameWork<Work extends LeasedItem, Ref>(
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
 * An update by the worker of the last claim, alone or as part of a transaction.
 * @param leaseUntil the lease that must not have been renewed since, for work whose worker died
 */
export function updateOfWork<Work extends LeasedItem, Ref>(
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  { expression, values = {}, names = {} }: WorkChange,
  leaseUntil?: string,
) {
  const ref = kind.refOf(work);
  const same = sameWork(kind, ref);
  return {
    Key: kind.key(ref),
    UpdateExpression: expression,
    ConditionExpression: [
      ...same.conditions,
      'attempt = :attempt AND #status = :processing',
      ...(leaseUntil === undefined ? [] : ['lease_until = :seen_lease']),
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status', ...names },
    ExpressionAttributeValues: {
      ...same.values,
      ':attempt': work.attempt,
      ':processing': 'processing',
      ...(leaseUntil === undefined ? {} : { ':seen_lease': leaseUntil }),
      ...values,
    },
  };
}

/** A change by the worker of the last claim. @throws WriteConflict after a later claim, and when the work has ended */
export async function changeWork<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  change: WorkChange,
  leaseUntil?: string,
): Promise<void> {
  await table.update(updateOfWork(kind, work, change, leaseUntil));
}

/**
 * Takes work that no worker has, for another attempt, and moves the sweeper's check past the lease.
 * @throws WriteConflict when it has ended, a worker has it, or it has no claim left; also when a newer version of
 * the program wrote it: its attempts are not for this one
 */
export async function claimWork<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  ref: Ref,
  { now, lease_until, message_id, max_claims }: LeaseClaim & { max_claims: number },
): Promise<Work> {
  const same = sameWork(kind, ref);
  const item = await table.update({
    Key: kind.key(ref),
    UpdateExpression:
      'SET #status = :processing, lease_until = :until, message_id = :message, GSI2SK = :check REMOVE sent_again ADD attempt :one',
    ConditionExpression: [
      ...same.conditions,
      '(attempt < claims_allowed OR (attribute_not_exists(claims_allowed) AND attempt < :limit))',
      '(#status = :queued OR (#status = :processing AND lease_until < :now))',
      'item_format = :format',
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...same.values,
      ':processing': 'processing',
      ':queued': 'queued',
      ':until': lease_until,
      ':message': message_id,
      ':check': kind.index.attributes(kind.listedId(ref), checkAfterLease(lease_until)).GSI2SK,
      ':now': now,
      ':one': 1,
      ':limit': max_claims,
      ':format': kind.codec.stamp.item_format,
    },
  });
  return kind.codec.parse(item);
}

/**
 * Extends the lease of the last claim. The sweeper's check stays where the claim put it: an entry of an index that moves is
 * deleted and written again, at each heartbeat of each worker. A check of work whose lease was renewed costs one conditional
 * write a minute and changes nothing, because the sweeper decides by the lease and not by the entry.
 */
export const renewWork = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  leaseUntil: string,
): Promise<void> =>
  changeWork(table, kind, work, { expression: 'SET lease_until = :until', values: { ':until': leaseUntil } });

/** Its worker failed: it waits again, and the failure is counted. */
export const releaseWork = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
): Promise<void> =>
  changeWork(table, kind, work, {
    expression: 'SET #status = :queued REMOVE lease_until ADD failures :one',
    values: { ':queued': 'queued', ':one': 1 },
  });

/** It waits again, and this claim does not count. @param at when its next message is sent */
export const postponeWork = <Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  work: Work,
  at: string,
  { claims_allowed, postponed }: Required<Pick<LeasedItem, 'claims_allowed' | 'postponed'>>,
): Promise<void> =>
  changeWork(table, kind, work, {
    expression:
      'SET #status = :queued, enqueued_at = :at, claims_allowed = :claims, postponed = :postponed REMOVE lease_until',
    values: { ':queued': 'queued', ':at': at, ':claims': claims_allowed, ':postponed': postponed },
  });

/** A page of the work of one kind that is due. */
export const dueWork = <Work extends LeasedItem, Ref, Entry>(
  table: Table,
  { index, codec }: LeasedWorkKind<Work, Ref>,
  request: DuePageRequest,
  entryOf: (work: Work, listed_as: string) => Entry,
): Promise<DuePage<Entry>> => dueEntries(table, index, request, codec, entryOf);

/**
 * Sets the time of the sweeper's next check, unless something came between: the index may be late, and what was given back
 * meanwhile is still listed as before.
 * @param sentAt when the sweeper sent it another message; undefined: it sent none
 * @throws WriteConflict when another sweeper or a worker was first
 */
export async function noteCheckOfWork<Work extends LeasedItem, Ref>(
  table: Table,
  kind: LeasedWorkKind<Work, Ref>,
  { work, listedAs }: { work: Work; listedAs: string },
  next: string,
  sentAt: string | undefined,
): Promise<void> {
  const ref = kind.refOf(work);
  const same = sameWork(kind, ref);
  await table.update({
    Key: kind.key(ref),
    UpdateExpression: `SET GSI2SK = :next${sentAt === undefined ? '' : ', enqueued_at = :at ADD sent_again :one'}`,
    ConditionExpression: [...same.conditions, 'GSI2SK = :seen AND enqueued_at = :enqueued'].join(' AND '),
    ExpressionAttributeValues: {
      ...same.values,
      ':next': kind.index.attributes(kind.listedId(ref), next).GSI2SK,
      ':seen': listedAs,
      ':enqueued': work.enqueued_at,
      ...(sentAt === undefined ? {} : { ':at': sentAt, ':one': 1 }),
    },
  });
}
