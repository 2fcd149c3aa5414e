import { type MonthlyAmounts, monthlyAmountsOfPlan, roundToMilliseconds } from '#features/accounts/public.ts';
import { type Render, type RenderStore, timeInUsageMonthOfRender } from '#features/renders/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { findExceededMonthlyAmount, type UsageChange, usageChangeWrites } from '../accounts/usage-repository.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { timelineRepository } from '../timelines/timeline-repository.ts';
import { createBatchCountWrites } from './batch-items.ts';
import { outboxInsertWrite } from './outbox-items.ts';
import { newRenderItem } from './render-items.ts';
import {
  countCharactersBeingSynthesized,
  MAX_RESERVATION_WRITE_ATTEMPTS,
  type RenderReservation,
  renderReservationRepository,
} from './render-reservation-repository.ts';
import { renderSlotsRepository } from './render-slots-repository.ts';
import { createRenderTaskWrites } from './render-task-items.ts';

const NO_AMOUNTS: MonthlyAmounts = { render_seconds: 0, narration_characters: 0 };

/** Subtracts a share from amounts. */
const subtractAmounts = (amounts: MonthlyAmounts, share: MonthlyAmounts): MonthlyAmounts => ({
  render_seconds: roundToMilliseconds(amounts.render_seconds - share.render_seconds),
  narration_characters: amounts.narration_characters - share.narration_characters,
});

/** The usage of a row that starts: one render, and its reservation instead of its share of the batch's reservation. */
const rowUsage = (render: Render, reservedAmounts: MonthlyAmounts, share: MonthlyAmounts): UsageChange[] => [
  { at: timeInUsageMonthOfRender(render), renders: 1, booked: subtractAmounts(reservedAmounts, share) },
];

/** Accepts renders: each is inserted in one transaction with its slot, its count for the month and its reservation. */
export function renderAdmissionRepository(
  table: Table,
): Pick<RenderStore, 'insert' | 'insertRow' | 'insertFailedRow' | 'reserve'> {
  const slots = renderSlotsRepository(table);
  const reservations = renderReservationRepository(table);
  const batches = createBatchCountWrites(table);
  const timelines = timelineRepository(table);
  const tasks = createRenderTaskWrites(table);
  const insertWrite = (render: Render): TransactItem => ({
    Put: { TableName: table.name, Item: newRenderItem(render), ConditionExpression: 'attribute_not_exists(PK)' },
  });

  /** Finds the monthly amount of which a render needed more than was left. */
  const findShortAmount = (render: Render, neededAmounts: MonthlyAmounts, monthlyLimits: MonthlyAmounts) =>
    findExceededMonthlyAmount(
      table,
      { account_id: render.account_id, at: timeInUsageMonthOfRender(render) },
      neededAmounts,
      monthlyLimits,
    );

  return {
    async insert(render, firstTask, limits, reservedAmounts, answer, newTimeline) {
      const monthlyLimits = monthlyAmountsOfPlan(limits);
      const parts = {
        render: insertWrite(render),
        task: tasks.add(firstTask),
        slot: slots.enter(render, limits),
        account: accountNotDeletedCondition(table, render.account_id),
        month: usageChangeWrites(
          table,
          render.account_id,
          [{ at: timeInUsageMonthOfRender(render), renders: 1, booked: reservedAmounts }],
          monthlyLimits,
        ),
        reservation: reservations.insert(render, reservedAmounts, monthlyLimits),
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
      if (outcome === 'month_used') return findShortAmount(render, reservedAmounts, monthlyLimits);
      return outcome === 'no_room' ? 'too_many_timelines' : outcome;
    },

    async insertRow(render, firstTask, row, limits, reservedAmounts, slotState) {
      const monthlyLimits = monthlyAmountsOfPlan(limits);
      const refusal = await table.transact(
        {
          render: insertWrite(render),
          row: batches.beginRow(render.account_id, row),
          account: accountNotDeletedCondition(table, render.account_id),
          slot: slotState === 'runs' ? slots.begin(render, limits) : slots.enter(render, limits),
          month: usageChangeWrites(
            table,
            render.account_id,
            rowUsage(render, reservedAmounts, row.share),
            monthlyLimits,
          ),
          task: tasks.add(firstTask),
          reservation: reservations.insert(render, reservedAmounts, monthlyLimits),
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
      return refusal === 'month_used'
        ? findShortAmount(render, subtractAmounts(reservedAmounts, row.share), monthlyLimits)
        : (refusal ?? 'inserted');
    },

    async insertFailedRow(render, row, event) {
      const { account_id, completed_at = event.created_at } = render;
      const rowChange = await batches.failRow(account_id, row, completed_at);
      const refusal = await table.transact(
        {
          render: insertWrite(render),
          row: rowChange.item,
          account: accountNotDeletedCondition(table, account_id),
          event: outboxInsertWrite(table, event),
          month: usageChangeWrites(table, account_id, rowUsage(render, NO_AMOUNTS, row.share)),
          slot: rowChange.closed === undefined ? [] : slots.close({ account_id, id: rowChange.closed }),
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
      return refusal ?? 'inserted';
    },

    async reserve(render, lease, newAmounts) {
      const outcome = await retryOnConflict({ attempts: MAX_RESERVATION_WRITE_ATTEMPTS }, async () => {
        const reservation = await reservations.read(render);
        if (!reservation) return 'ended';
        const isSpoken =
          newAmounts.narration_characters === undefined ? reservation.is_spoken : newAmounts.narration_characters === 0;
        const { render_seconds, limits }: RenderReservation = { ...reservation, ...newAmounts };
        // Another version of the program may need speech that was counted already: the reservation of characters never rises.
        const narration_characters = Math.min(
          reservation.narration_characters,
          newAmounts.narration_characters ?? Infinity,
        );
        const amountChanges = {
          render_seconds: render_seconds - reservation.render_seconds,
          narration_characters:
            narration_characters -
            reservation.narration_characters -
            (isSpoken ? countCharactersBeingSynthesized(reservation) : 0),
        };
        const areAmountsUnchanged = amountChanges.render_seconds === 0 && amountChanges.narration_characters === 0;
        if (areAmountsUnchanged && isSpoken === reservation.is_spoken) return 'reserved';
        const refusal = await table.transact(
          {
            lease: tasks.leaseHolds(lease),
            reservation: reservations.resize(render, reservation, { render_seconds, narration_characters }, isSpoken),
            month: usageChangeWrites(
              table,
              render.account_id,
              [{ at: timeInUsageMonthOfRender(render), booked: amountChanges }],
              limits,
            ),
          },
          { refusals: { lease: REFUSED_BY_CONFLICT, reservation: REFUSED_BY_CONFLICT, month: 'seconds_used' } },
        );
        return refusal ?? 'reserved';
      });
      if (outcome === 'ended') throw new WriteConflictError('the render has ended');
      return outcome;
    },
  };
}
