import type { LeasedItem } from '../../leases/leased-item.ts';

/** A change of the item of work, whose name `#status` its caller gives. */
interface WorkChange {
  expression: string;
  values: Record<string, unknown>;
}

/** Its worker failed: it waits again, and the failure is counted. */
export const releaseOfWork: WorkChange = {
  expression: 'SET #status = :queued REMOVE lease_until ADD failures :one',
  values: { ':queued': 'queued', ':one': 1 },
};

/** It waits again, and this claim does not count. @param at when its next message is sent */
export const postponementOfWork = (
  at: string,
  { claims_allowed, postponed }: Required<Pick<LeasedItem, 'claims_allowed' | 'postponed'>>,
): WorkChange => ({
  expression:
    'SET #status = :queued, enqueued_at = :at, claims_allowed = :claims, postponed = :postponed REMOVE lease_until',
  values: { ':queued': 'queued', ':at': at, ':claims': claims_allowed, ':postponed': postponed },
});

/**
 * The sweeper looks at it next at another time, unless something came between: the index may be late, and what was given back
 * meanwhile is still listed as before.
 * @param next its sort key in the index
 * @param sentAt when the sweeper sent it another message; undefined: it sent none
 */
export const nextLookAtWork = (
  { enqueued_at }: Pick<LeasedItem, 'enqueued_at'>,
  listedAs: string,
  next: string,
  sentAt: string | undefined,
): WorkChange & { condition: string } => ({
  expression: `SET GSI2SK = :next${sentAt === undefined ? '' : ', enqueued_at = :at ADD sent_again :one'}`,
  condition: 'GSI2SK = :seen AND enqueued_at = :enqueued',
  values: {
    ':next': next,
    ':seen': listedAs,
    ':enqueued': enqueued_at,
    ...(sentAt === undefined ? {} : { ':at': sentAt, ':one': 1 }),
  },
});
