import { type MonthlyAmounts, monthlyAmounts } from '../../accounts/public.ts';
import type { Render, RenderStore } from '../../renders/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { notDeleted } from '../accounts/not-deleted.ts';
import { amountsLeft, changeUsage } from '../accounts/usage-repository.ts';
import type { Table, TransactItem } from '../table/table.ts';
import { timelineRepository } from '../timelines/timeline-repository.ts';
import { batchItems } from './batch-items.ts';
import { outboxItem } from './outbox-items.ts';
import { newRenderItem } from './render-items.ts';
import { renderSlotsItem } from './render-slots-item.ts';
import { renderTaskItems } from './render-task-items.ts';
import { charactersUnderWay, RESERVATION_ATTEMPTS, type Reservation, reservationItems } from './reservation-item.ts';

/** How renders come in: each with its slot, its count for the month and its reservation, or not at all. */
export function renderAdmissions(
  table: Table,
): Pick<RenderStore, 'insert' | 'insertRow' | 'insertFailedRow' | 'reserve'> {
  const slots = renderSlotsItem(table);
  const reservations = reservationItems(table);
  const batches = batchItems(table);
  const timelines = timelineRepository(table);
  const tasks = renderTaskItems(table);
  const putNew = (render: Render): TransactItem => ({
    Put: { TableName: table.name, Item: newRenderItem(render), ConditionExpression: 'attribute_not_exists(PK)' },
  });

  /** The amount of which the month has less left than is needed; it may have been given back meanwhile. */
  async function refusedAmount(
    render: Render,
    added: MonthlyAmounts,
    limits: MonthlyAmounts,
  ): Promise<{ refused: keyof MonthlyAmounts }> {
    const left = await amountsLeft(table, render.account_id, render.created_at, limits);
    const isShort = added.narration_characters > 0 && added.narration_characters > left.narration_characters;
    return { refused: isShort ? 'narration_characters' : 'render_seconds' };
  }

  return {
    async insert(render, first, limits, reserved, answer, made) {
      const month = monthlyAmounts(limits);
      try {
        const items: TransactItem[] = [
          putNew(render),
          tasks.add(first),
          slots.enter(render, limits),
          notDeleted(table, render.account_id),
          ...changeUsage(table, render.account_id, [{ at: render.created_at, renders: 1, booked: reserved }], month),
          reservations.make(render, reserved, month),
        ];
        if (!made) await table.transact(items, answer);
        else {
          const { loaded, limits: room } = made;
          const outcome = await timelines.insertBeside(
            loaded,
            { timelines: room.timelines },
            { items, stored_bytes: 0, answer },
          );
          if (outcome === 'no_room') return 'too_many_timelines';
          if (outcome === 'no_template') return outcome;
        }
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        if (error.failed.includes(3)) return 'account_deleted';
        if (error.failed.includes(2)) return 'queue_full';
        if (error.failed.includes(4)) return refusedAmount(render, reserved, month);
        throw error;
      }
      return 'inserted';
    },

    async insertRow(render, first, row, limits, reserved) {
      const month = monthlyAmounts(limits);
      try {
        await table.transact([
          putNew(render),
          batches.beginRow(render.account_id, row.batch_id, row.index),
          notDeleted(table, render.account_id),
          slots.begin(render, limits),
          ...changeUsage(table, render.account_id, [{ at: render.created_at, renders: 1, booked: reserved }], month),
          tasks.add(first),
          reservations.make(render, reserved, month),
        ]);
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
        if (error.failed.includes(2)) return 'account_deleted';
        if (error.failed.includes(3)) return 'no_place';
        if (error.failed.includes(4)) return refusedAmount(render, reserved, month);
        throw error;
      }
    },

    async insertFailedRow(render, row, event) {
      const { account_id, completed_at = event.created_at } = render;
      const change = await batches.failRow(account_id, row.batch_id, row.index, completed_at);
      try {
        await table.transact([
          putNew(render),
          change.item,
          notDeleted(table, account_id),
          outboxItem(table, event),
          ...changeUsage(table, account_id, [{ at: render.created_at, renders: 1 }]),
          ...(change.closed === undefined ? [] : [slots.close({ account_id, id: change.closed })]),
        ]);
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
        if (error.failed.includes(2)) return 'account_deleted';
        throw error;
      }
    },

    async reserve(render, lease, wanted) {
      const outcome = await retryOnConflict({ attempts: RESERVATION_ATTEMPTS }, async () => {
        const reservation = await reservations.read(render);
        if (!reservation) return 'ended';
        const isSpoken =
          wanted.narration_characters === undefined ? reservation.is_spoken : wanted.narration_characters === 0;
        const { render_seconds, limits }: Reservation = { ...reservation, ...wanted };
        // What another version of the program would speak again is not paid again.
        const narration_characters = Math.min(
          reservation.narration_characters,
          wanted.narration_characters ?? Infinity,
        );
        const added = {
          render_seconds: render_seconds - reservation.render_seconds,
          narration_characters:
            narration_characters - reservation.narration_characters - (isSpoken ? charactersUnderWay(reservation) : 0),
        };
        const isSame = added.render_seconds === 0 && added.narration_characters === 0;
        if (isSame && isSpoken === reservation.is_spoken) return 'reserved';
        try {
          await table.transact([
            tasks.leaseHolds(lease),
            reservations.resize(render, reservation, { render_seconds, narration_characters }, isSpoken),
            ...changeUsage(table, render.account_id, [{ at: render.created_at, booked: added }], limits),
          ]);
          return 'reserved';
        } catch (error) {
          if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
          return 'seconds_used';
        }
      });
      if (outcome === 'ended') throw new WriteConflict('the render has ended');
      return outcome;
    },
  };
}
