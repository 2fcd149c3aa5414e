import { type MonthlyAmounts, monthlyAmountsOfPlan, roundToMilliseconds } from '#features/accounts/public.ts';
import { type Render, type RenderStore, timeInUsageMonthOfRender } from '#features/renders/public.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { findExceededMonthlyAmount, type UsageChange, usageChangeWrites } from '../accounts/usage-repository.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { timelineRepository } from '../timelines/timeline-repository.ts';
import { batchCountWrites } from './batch-items.ts';
import { outboxInsertWrite } from './outbox-items.ts';
import { newRenderItem } from './render-items.ts';
import {
  countCharactersBeingSynthesized,
  MAX_RESERVATION_WRITE_ATTEMPTS,
  type RenderReservation,
  renderReservationRepository,
} from './render-reservation-repository.ts';
import { renderSlotsRepository } from './render-slots-repository.ts';
import { renderTaskWrites } from './render-task-items.ts';

const NOTHING: MonthlyAmounts = { render_seconds: 0, narration_characters: 0 };

/** The difference of two amounts. */
const less = (amounts: MonthlyAmounts, share: MonthlyAmounts): MonthlyAmounts => ({
  render_seconds: roundToMilliseconds(amounts.render_seconds - share.render_seconds),
  narration_characters: amounts.narration_characters - share.narration_characters,
});

/** The usage of a row that starts: one render, and its reservation instead of its share of the batch's reservation. */
const rowUsage = (render: Render, reserved: MonthlyAmounts, share: MonthlyAmounts): UsageChange[] => [
  { at: timeInUsageMonthOfRender(render), renders: 1, booked: less(reserved, share) },
];

/** Accepts renders: each is inserted in one transaction with its slot, its count for the month and its reservation. */
export function renderAdmissionRepository(
  table: Table,
): Pick<RenderStore, 'insert' | 'insertRow' | 'insertFailedRow' | 'reserve'> {
  const slots = renderSlotsRepository(table);
  const reservations = renderReservationRepository(table);
  const batches = batchCountWrites(table);
  const timelines = timelineRepository(table);
  const tasks = renderTaskWrites(table);
  const putNew = (render: Render): TransactItem => ({
    Put: { TableName: table.name, Item: newRenderItem(render), ConditionExpression: 'attribute_not_exists(PK)' },
  });

  const short = (render: Render, added: MonthlyAmounts, month: MonthlyAmounts) =>
    findExceededMonthlyAmount(
      table,
      { account_id: render.account_id, at: timeInUsageMonthOfRender(render) },
      added,
      month,
    );

  return {
    async insert(render, first, limits, reserved, answer, newTimeline) {
      const month = monthlyAmountsOfPlan(limits);
      const parts = {
        render: putNew(render),
        task: tasks.add(first),
        slot: slots.enter(render, limits),
        account: accountNotDeletedCondition(table, render.account_id),
        month: usageChangeWrites(
          table,
          render.account_id,
          [{ at: timeInUsageMonthOfRender(render), renders: 1, booked: reserved }],
          month,
        ),
        reservation: reservations.make(render, reserved, month),
      };
      const refusals = {
        account: 'account_deleted',
        slot: 'queue_full',
        month: 'month_used',
        render: REFUSED_BY_CONFLICT,
        task: REFUSED_BY_CONFLICT,
        reservation: REFUSED_BY_CONFLICT,
      } as const;
      const outcome = newTimeline
        ? await timelines.insertWith(
            newTimeline.loaded,
            { timelines: newTimeline.limits.timelines },
            { parts, refusals, stored_bytes: 0, answer },
          )
        : ((await table.transact(parts, { answer, refusals })) ?? 'inserted');
      if (outcome === 'month_used') return short(render, reserved, month);
      return outcome === 'no_room' ? 'too_many_timelines' : outcome;
    },

    async insertRow(render, first, row, limits, reserved, place) {
      const month = monthlyAmountsOfPlan(limits);
      const refused = await table.transact(
        {
          render: putNew(render),
          row: batches.beginRow(render.account_id, row),
          account: accountNotDeletedCondition(table, render.account_id),
          slot: place === 'runs' ? slots.begin(render, limits) : slots.enter(render, limits),
          month: usageChangeWrites(table, render.account_id, rowUsage(render, reserved, row.share), month),
          task: tasks.add(first),
          reservation: reservations.make(render, reserved, month),
        },
        {
          refusals: {
            render: REFUSED_BY_CONFLICT,
            row: REFUSED_BY_CONFLICT,
            account: 'account_deleted',
            slot: 'no_place',
            month: 'month_used',
            task: REFUSED_BY_CONFLICT,
            reservation: REFUSED_BY_CONFLICT,
          },
        },
      );
      return refused === 'month_used' ? short(render, less(reserved, row.share), month) : (refused ?? 'inserted');
    },

    async insertFailedRow(render, row, event) {
      const { account_id, completed_at = event.created_at } = render;
      const change = await batches.failRow(account_id, row, completed_at);
      const refused = await table.transact(
        {
          render: putNew(render),
          row: change.item,
          account: accountNotDeletedCondition(table, account_id),
          event: outboxInsertWrite(table, event),
          month: usageChangeWrites(table, account_id, rowUsage(render, NOTHING, row.share)),
          slot: change.closed === undefined ? [] : slots.close({ account_id, id: change.closed }),
        },
        {
          refusals: {
            render: REFUSED_BY_CONFLICT,
            row: REFUSED_BY_CONFLICT,
            account: 'account_deleted',
            event: REFUSED_BY_CONFLICT,
            month: REFUSED_BY_CONFLICT,
            slot: REFUSED_BY_CONFLICT,
          },
        },
      );
      return refused ?? 'inserted';
    },

    async reserve(render, lease, wanted) {
      const outcome = await retryOnConflict({ attempts: MAX_RESERVATION_WRITE_ATTEMPTS }, async () => {
        const reservation = await reservations.read(render);
        if (!reservation) return 'ended';
        const isSpoken =
          wanted.narration_characters === undefined ? reservation.is_spoken : wanted.narration_characters === 0;
        const { render_seconds, limits }: RenderReservation = { ...reservation, ...wanted };
        // Another version of the program may need speech that was counted already: the reservation of characters never rises.
        const narration_characters = Math.min(
          reservation.narration_characters,
          wanted.narration_characters ?? Infinity,
        );
        const added = {
          render_seconds: render_seconds - reservation.render_seconds,
          narration_characters:
            narration_characters -
            reservation.narration_characters -
            (isSpoken ? countCharactersBeingSynthesized(reservation) : 0),
        };
        const isSame = added.render_seconds === 0 && added.narration_characters === 0;
        if (isSame && isSpoken === reservation.is_spoken) return 'reserved';
        const refused = await table.transact(
          {
            lease: tasks.leaseHolds(lease),
            reservation: reservations.resize(render, reservation, { render_seconds, narration_characters }, isSpoken),
            month: usageChangeWrites(
              table,
              render.account_id,
              [{ at: timeInUsageMonthOfRender(render), booked: added }],
              limits,
            ),
          },
          { refusals: { lease: REFUSED_BY_CONFLICT, reservation: REFUSED_BY_CONFLICT, month: 'seconds_used' } },
        );
        return refused ?? 'reserved';
      });
      if (outcome === 'ended') throw new WriteConflict('the render has ended');
      return outcome;
    },
  };
}
