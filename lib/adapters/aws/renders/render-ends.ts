import { roundToMilliseconds } from '#features/accounts/public.ts';
import {
  ENDED_RENDER_STATUSES,
  type Render,
  type RenderFailureCause,
  type RenderStore,
  renderStatusesBefore,
  timeInUsageMonthOfRender,
} from '#features/renders/public.ts';
import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import { tombstoneInsertWrite } from '../erasure/tombstone-items.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { createBatchCountWrites } from './batch-items.ts';
import { outboxInsertWrite } from './outbox-items.ts';
import { renderStatusInCondition } from './render-items.ts';
import {
  countCharactersBeingSynthesized,
  MAX_RESERVATION_WRITE_ATTEMPTS,
  renderReservationRepository,
} from './render-reservation-repository.ts';
import { renderSlotsRepository } from './render-slots-repository.ts';
import { createRenderTaskWrites } from './render-task-items.ts';
import { reusableVideoWrite } from './reusable-video-repository.ts';

/** Ends each render exactly once: counts its usage and releases the rest of its reservation. */
export function renderEndRepository(
  table: Table,
): Pick<RenderStore, 'complete' | 'fail' | 'cancel' | 'deleteFiles' | 'releaseSlot'> {
  const slots = renderSlotsRepository(table);
  const reservations = renderReservationRepository(table);
  const batches = createBatchCountWrites(table);
  const tasks = createRenderTaskWrites(table);

  /**
   * Part of a transaction: ends a render. A completed render leaves the index of live renders; a failed or canceled one stays in it until
   * it has left its slot. A cancel is valid in any epoch; workers can end a render only in the epoch of their tasks.
   * @param addedAttributes further attributes that are set
   * @param unchangedAttributes attributes that must still have these values
   */
  const endWrite = (
    render: Render,
    endStatus: 'completed' | 'failed' | 'canceled',
    addedAttributes: Record<string, unknown>,
    unchangedAttributes: Partial<Pick<Render, 'deadline' | 'status'>> = {},
  ): TransactItem => {
    const indexRemoval = endStatus === 'completed' ? ' REMOVE GSI2PK, GSI2SK' : '';
    const statusCondition = renderStatusInCondition(renderStatusesBefore(endStatus));
    const fields = Object.entries({ ...addedAttributes, stage: 'done' }).filter(([, value]) => value !== undefined);
    return {
      Update: {
        TableName: table.name,
        Key: tableKeys.render(render.account_id, render.id),
        UpdateExpression: `SET #status = :to, ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}${indexRemoval}`,
        ConditionExpression: [
          statusCondition.expression,
          ...(endStatus === 'canceled' ? [] : ['epoch = :epoch']),
          ...(unchangedAttributes.deadline === undefined ? [] : ['deadline = :deadline']),
          ...(unchangedAttributes.status === undefined ? [] : ['#status = :seen']),
        ].join(' AND '),
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':to': endStatus,
          ...(endStatus === 'canceled' ? {} : { ':epoch': render.epoch }),
          ...(unchangedAttributes.deadline === undefined ? {} : { ':deadline': unchangedAttributes.deadline }),
          ...(unchangedAttributes.status === undefined ? {} : { ':seen': unchangedAttributes.status }),
          ...statusCondition.values,
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      },
    };
  };

  /** Parts of a transaction: the condition that the cause of a failure still applies; none for a cause that the end of the render checks. */
  function causeConditions(cause: RenderFailureCause): TransactItem[] {
    if ('lease' in cause) return [tasks.leaseHolds(cause.lease)];
    return 'abandoned' in cause ? [tasks.unchanged(cause.abandoned)] : [];
  }

  /**
   * Ends a render. The transaction that ends it also counts what it used and gives its reservation back; the condition on its status lets
   * that happen only once. When a worker has spent from the reservation since it was read, it is read again.
   * @param endingWritesOf makes the other parts of the transaction; its parameter is the id of the batch that closes with the render, if
   * one does
   * @param usedSecondsOf computes the seconds to be counted from the seconds that were reserved
   * @throws WriteConflictError when the condition of one of the other parts failed, which another attempt would not change
   */
  async function settle(
    render: Render,
    { to: endStatus, at }: { to: 'completed' | 'failed' | 'canceled'; at: string },
    endingWritesOf: (closedBatchId: string | undefined) => readonly TransactItem[],
    usedSecondsOf: (reservedSeconds: number) => number,
  ): Promise<void> {
    const attempt = async (): Promise<'not_ended' | undefined> => {
      const [reservation, row] = await Promise.all([reservations.read(render), batches.endRow(render, endStatus, at)]);
      const reservedAmounts = reservation ?? { render_seconds: 0, narration_characters: 0 };
      // Speech that is being synthesized is counted here: its worker then stores it and counts nothing.
      const charactersBeingSynthesized = reservation ? countCharactersBeingSynthesized(reservation) : 0;
      const counted = {
        render_seconds: roundToMilliseconds(usedSecondsOf(reservedAmounts.render_seconds)),
        narration_characters: charactersBeingSynthesized,
      };
      const booked = {
        render_seconds: counted.render_seconds - reservedAmounts.render_seconds,
        narration_characters: -reservedAmounts.narration_characters,
      };
      return table.transact(
        {
          ending: endingWritesOf(row?.closed),
          reservation: reservation ? [reservations.end(render, reservation)] : [],
          month: usageChangeWrites(table, render.account_id, [
            { at: timeInUsageMonthOfRender(render), counted, booked },
          ]),
          row: row ? [row.item] : [],
        },
        {
          refusals: {
            ending: 'not_ended',
            reservation: REFUSED_BY_CONFLICT,
            month: REFUSED_BY_CONFLICT,
            row: REFUSED_BY_CONFLICT,
          },
        },
      );
    };
    const refusal = await retryOnConflict({ attempts: MAX_RESERVATION_WRITE_ATTEMPTS }, attempt);
    if (refusal) throw new WriteConflictError('the render has ended, or is not as it was seen');
  }

  return {
    async complete(render, lease, result, event, video) {
      const { slides_reused, slides_rendered, completed_at = event.created_at } = event.render;
      await settle(
        render,
        { to: 'completed', at: completed_at },
        (closedBatchId) => [
          endWrite(render, 'completed', { result, progress: 100, slides_reused, slides_rendered, completed_at }),
          tasks.done(lease, {}, completed_at),
          outboxInsertWrite(table, event),
          slots.leave(render, closedBatchId),
          ...(video ? [reusableVideoWrite(table, render, video)] : []),
        ],
        () => result.duration_seconds,
      );
    },

    async fail(render, error, event, encodedShare, cause) {
      const unchangedAttributes = 'deadline' in cause ? cause : {};
      await settle(
        render,
        { to: 'failed', at: event.created_at },
        (closedBatchId) => [
          endWrite(render, 'failed', { error, completed_at: render.completed_at }, unchangedAttributes),
          ...causeConditions(cause),
          outboxInsertWrite(table, event),
          slots.stopWaiting(render, closedBatchId),
        ],
        (reservedSeconds) => reservedSeconds * encodedShare,
      );
    },

    async cancel(render, canceledAt, encodedShare, seenStatus) {
      const unchangedAttributes = seenStatus === undefined ? {} : { status: seenStatus };
      await settle(
        render,
        { to: 'canceled', at: canceledAt },
        (closedBatchId) => [
          endWrite(render, 'canceled', { completed_at: canceledAt }, unchangedAttributes),
          slots.stopWaiting(render, closedBatchId),
        ],
        (reservedSeconds) => reservedSeconds * encodedShare,
      );
    },

    async deleteFiles({ account_id, id }, deletedAt, tombstone) {
      const endedCondition = renderStatusInCondition(ENDED_RENDER_STATUSES);
      await table.transact({
        render: {
          Update: {
            TableName: table.name,
            Key: tableKeys.render(account_id, id),
            UpdateExpression: 'SET files_deleted_at = :at',
            ConditionExpression: `${endedCondition.expression} AND attribute_not_exists(files_deleted_at)`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':at': deletedAt, ...endedCondition.values },
          },
        },
        tombstone: tombstoneInsertWrite(table, tombstone),
      });
    },

    async releaseSlot(accountId, renderId) {
      // The slot is left first: after a kill in between, the render is still in the sweeper's index and is checked again.
      await slots.leaveRunning(accountId, renderId);
      await attemptConditionalWrite(() =>
        table.update({
          Key: tableKeys.render(accountId, renderId),
          UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
          ConditionExpression: 'attribute_exists(GSI2PK)',
        }),
      );
    },
  };
}
