import { exactSeconds } from '#features/accounts/public.ts';
import {
  type CauseOfFailure,
  countedAt,
  ENDED_STATUSES,
  type Render,
  type RenderStore,
  statusesBefore,
} from '#features/renders/public.ts';
import { unlessConflict, WriteConflict } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { addTombstone } from '../erasure/tombstone-items.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { CONFLICT, type TransactItem } from '../table/transaction.ts';
import { batchItems } from './batch-items.ts';
import { outboxItem } from './outbox-items.ts';
import { statusIn } from './render-items.ts';
import { renderSlotsItem } from './render-slots-item.ts';
import { renderTaskItems } from './render-task-items.ts';
import { charactersUnderWay, RESERVATION_ATTEMPTS, reservationItems } from './reservation-item.ts';
import { reusableVideoItem } from './reusable-video-repository.ts';

/** Ends each render exactly once: counts its usage and releases the rest of its reservation. */
export function renderEnds(
  table: Table,
): Pick<RenderStore, 'complete' | 'fail' | 'cancel' | 'deleteFiles' | 'leaveSlot'> {
  const slots = renderSlotsItem(table);
  const reservations = reservationItems(table);
  const batches = batchItems(table);
  const tasks = renderTaskItems(table);

  /**
   * Part of a transaction: the end of a render. A completed one leaves the index of live renders; the others stay in it until
   * they leave their slot. It is canceled in any epoch; its workers end it in their own.
   */
  const end = (
    render: Render,
    to: 'completed' | 'failed' | 'canceled',
    set: Record<string, unknown>,
    unchanged: Partial<Pick<Render, 'deadline' | 'status'>> = {},
  ): TransactItem => {
    const leave = to === 'completed' ? ' REMOVE GSI2PK, GSI2SK' : '';
    const from = statusIn(statusesBefore(to));
    const fields = Object.entries({ ...set, stage: 'done' }).filter(([, value]) => value !== undefined);
    return {
      Update: {
        TableName: table.name,
        Key: keys.render(render.account_id, render.id),
        UpdateExpression: `SET #status = :to, ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}${leave}`,
        ConditionExpression: [
          from.expression,
          ...(to === 'canceled' ? [] : ['epoch = :epoch']),
          ...(unchanged.deadline === undefined ? [] : ['deadline = :deadline']),
          ...(unchanged.status === undefined ? [] : ['#status = :seen']),
        ].join(' AND '),
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':to': to,
          ...(to === 'canceled' ? {} : { ':epoch': render.epoch }),
          ...(unchanged.deadline === undefined ? {} : { ':deadline': unchanged.deadline }),
          ...(unchanged.status === undefined ? {} : { ':seen': unchanged.status }),
          ...from.values,
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      },
    };
  };

  /** Part of a transaction: a render that fails does so for the same cause still. */
  function causeHolds(cause: CauseOfFailure): TransactItem[] {
    if ('lease' in cause) return [tasks.leaseHolds(cause.lease)];
    return 'abandoned' in cause ? [tasks.unchanged(cause.abandoned)] : [];
  }

  /**
   * Ends a render. What it used is counted, and its reservation is given back, in the transaction that ends it: the condition
   * on its status lets that happen once. The reservation is part of the condition, too. When a worker has spent from it
   * since it was read, it is read again.
   * @param endingWith the other items of the transaction, by the batch that ends with the render
   * @throws WriteConflict when the condition of one of them failed, which another read would not correct
   * @param secondsUsed of the video, by the seconds that were reserved
   */
  async function settle(
    render: Render,
    { to, at }: { to: 'completed' | 'failed' | 'canceled'; at: string },
    endingWith: (closed: string | undefined) => readonly TransactItem[],
    secondsUsed: (reserved: number) => number,
  ): Promise<void> {
    const attempt = async (): Promise<'not_ended' | undefined> => {
      const [reservation, row] = await Promise.all([reservations.read(render), batches.endRow(render, to, at)]);
      const reserved = reservation ?? { render_seconds: 0, narration_characters: 0 };
      // What is being synthesized is paid for: its worker stores it, and counts nothing.
      const spoken = reservation ? charactersUnderWay(reservation) : 0;
      const counted = {
        render_seconds: exactSeconds(secondsUsed(reserved.render_seconds)),
        narration_characters: spoken,
      };
      const booked = {
        render_seconds: counted.render_seconds - reserved.render_seconds,
        narration_characters: -reserved.narration_characters,
      };
      return table.transact(
        {
          ending: endingWith(row?.closed),
          reservation: reservation ? [reservations.end(render, reservation)] : [],
          month: changeUsage(table, render.account_id, [{ at: countedAt(render), counted, booked }]),
          row: row ? [row.item] : [],
        },
        { refusals: { ending: 'not_ended', reservation: CONFLICT, month: CONFLICT, row: CONFLICT } },
      );
    };
    const refused = await retryOnConflict({ attempts: RESERVATION_ATTEMPTS }, attempt);
    if (refused) throw new WriteConflict('the render has ended, or is not as it was seen');
  }

  return {
    async complete(render, lease, result, event, film) {
      const { slides_reused, slides_rendered, completed_at = event.created_at } = event.render;
      await settle(
        render,
        { to: 'completed', at: completed_at },
        (closed) => [
          end(render, 'completed', { result, progress: 100, slides_reused, slides_rendered, completed_at }),
          tasks.done(lease, {}, completed_at),
          outboxItem(table, event),
          slots.leave(render, closed),
          ...(film ? [reusableVideoItem(table, render, film)] : []),
        ],
        () => result.duration_seconds,
      );
    },

    async fail(render, error, event, encoded, cause) {
      const unchanged = 'deadline' in cause ? cause : {};
      await settle(
        render,
        { to: 'failed', at: event.created_at },
        (closed) => [
          end(render, 'failed', { error, completed_at: render.completed_at }, unchanged),
          ...causeHolds(cause),
          outboxItem(table, event),
          slots.stopWaiting(render, closed),
        ],
        (reserved) => reserved * encoded,
      );
    },

    async cancel(render, at, encoded, seen) {
      const unchanged = seen === undefined ? {} : { status: seen };
      await settle(
        render,
        { to: 'canceled', at },
        (closed) => [end(render, 'canceled', { completed_at: at }, unchanged), slots.stopWaiting(render, closed)],
        (reserved) => reserved * encoded,
      );
    },

    async deleteFiles({ account_id, id }, at, tombstone) {
      const ended = statusIn(ENDED_STATUSES);
      await table.transact({
        render: {
          Update: {
            TableName: table.name,
            Key: keys.render(account_id, id),
            UpdateExpression: 'SET files_deleted_at = :at',
            ConditionExpression: `${ended.expression} AND attribute_not_exists(files_deleted_at)`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':at': at, ...ended.values },
          },
        },
        tombstone: addTombstone(table, tombstone),
      });
    },

    async leaveSlot(accountId, renderId) {
      // The slot first: while the render is in the index, the sweeper checks it again.
      await slots.leaveRunning(accountId, renderId);
      await unlessConflict(() =>
        table.update({
          Key: keys.render(accountId, renderId),
          UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
          ConditionExpression: 'attribute_exists(GSI2PK)',
        }),
      );
    },
  };
}
