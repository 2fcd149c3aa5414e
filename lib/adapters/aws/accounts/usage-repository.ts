import { type MonthlyAmounts, roundToMilliseconds, type UsageStore, usageMonthOf } from '#features/accounts/public.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { renderSlotsInItem } from '../renders/render-slots-repository.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { counterIncrementWrites, counterValueIn } from './counters.ts';
import { resourceTotalsInItem } from './holdings.ts';

/**
 * A change of the usage of one month. The item of a month has two numbers for each amount: the counted one, which clients see, and the
 * booked one, which is counted plus reserved. The sum is stored because a condition of DynamoDB cannot add; the limits apply to it.
 */
export interface UsageChange {
  /** A time in the month. A reservation ends in the month in which it was made. */
  at: string;
  renders?: number;
  counted?: Partial<MonthlyAmounts>;
  booked?: Partial<MonthlyAmounts>;
  /**
   * Bytes of speech that was stored in this month; negative when it is removed. The account's bytes of speech are the sum of all months.
   * They are in this item because the transaction that stores speech writes it anyway: a separate item would cost each render of 60
   * slides 20 write units.
   */
  speech_bytes?: number;
}

const AMOUNTS = ['render_seconds', 'narration_characters'] as const satisfies readonly (keyof MonthlyAmounts)[];

/** The name of the attribute with the booked amount, which is counted plus reserved. */
const bookedAttribute = (amount: keyof MonthlyAmounts): string => `${amount}_booked`;

/** The amounts by which a change raises the attributes of its month's item. */
const addedAmountsOf = ({
  renders = 0,
  speech_bytes = 0,
  counted = {},
  booked: bookedAmounts = {},
}: UsageChange): Record<string, number> => ({
  renders,
  speech_bytes,
  ...Object.fromEntries(AMOUNTS.map((amount) => [amount, counted[amount] ?? 0])),
  ...Object.fromEntries(AMOUNTS.map((amount) => [bookedAttribute(amount), bookedAmounts[amount] ?? 0])),
});

/**
 * Part of a transaction: changes of an account's usage, in one item for each month. It is in the transaction that makes what is counted.
 *
 * The item of a month is the one item that all work of an account writes. It is written when a render is created, planned and ended, and
 * when speech is asked for and stored. The limits of requests bound that (600 requests and 120 renders per minute on the largest plan:
 * under 30 writes per second, and a partition takes 500 transactional ones). Transactions that collide are retried by `Table`.
 * @param limits upper limits of what is booked afterwards; a decrease is never refused
 */
export function usageChangeWrites(
  table: Table,
  accountId: string,
  changes: readonly UsageChange[],
  limits: Partial<MonthlyAmounts> = {},
): TransactItem[] {
  const months = new Map<string, Record<string, number>>();
  for (const change of changes) {
    const sums = months.get(usageMonthOf(change.at)) ?? {};
    // DynamoDB adds decimals exactly; sums that are made here must be rounded.
    for (const [name, value] of Object.entries(addedAmountsOf(change)))
      sums[name] = roundToMilliseconds((ownPropertyValue(sums, name) ?? 0) + value);
    months.set(usageMonthOf(change.at), sums);
  }
  const bookedLimits = Object.fromEntries(AMOUNTS.map((amount) => [bookedAttribute(amount), limits[amount]]));
  return [...months].flatMap(([month, sums]) =>
    counterIncrementWrites(table, tableKeys.usage(accountId, month), 'usage', sums, bookedLimits),
  );
}

/**
 * Reads how much of each amount an account may still book in a month; strongly consistent.
 * @param timeInMonth a time in the month
 */
async function readRemainingAmounts(
  table: Table,
  accountId: string,
  timeInMonth: string,
  limits: MonthlyAmounts,
): Promise<MonthlyAmounts> {
  const item = await table.get(tableKeys.usage(accountId, usageMonthOf(timeInMonth)));
  return {
    render_seconds: limits.render_seconds - counterValueIn(item, bookedAttribute('render_seconds')),
    narration_characters: limits.narration_characters - counterValueIn(item, bookedAttribute('narration_characters')),
  };
}

/**
 * Finds the monthly amount of which too little was left, so that a transaction failed. It is `narration_characters` if too few of them are
 * left, else `render_seconds`, even if enough of both is left by now because some was given back meanwhile.
 */
export async function findExceededMonthlyAmount(
  table: Table,
  account: { account_id: string; at: string },
  neededAmounts: MonthlyAmounts,
  limits: MonthlyAmounts,
): Promise<{ refused: keyof MonthlyAmounts }> {
  const remainingAmounts = await readRemainingAmounts(table, account.account_id, account.at, limits);
  const lacksCharacters =
    neededAmounts.narration_characters > 0 &&
    neededAmounts.narration_characters > remainingAmounts.narration_characters;
  return { refused: lacksCharacters ? 'narration_characters' : 'render_seconds' };
}

/** Reads usage from the table. */
export const usageRepository = (table: Table): UsageStore => ({
  async read(accountId, month) {
    const { PK, SK } = tableKeys.usage(accountId, month);
    const [items, months] = await Promise.all([
      table.getMany([tableKeys.renderSlots(accountId), tableKeys.holdings(accountId)]),
      table.all(partitionQuery(PK, sortKeyPrefixes.usage)),
    ]);
    const usage = months.find((item) => item.SK === SK);
    const { running, waiting, batches } = renderSlotsInItem(items.find((item) => item.entity === 'render_slots'));
    return {
      render_seconds: counterValueIn(usage, 'render_seconds'),
      renders: counterValueIn(usage, 'renders'),
      narration_characters: counterValueIn(usage, 'narration_characters'),
      running_renders: running.length,
      queued_renders: waiting.length,
      open_batches: batches.length,
      speech_bytes: months.reduce((sum, item) => sum + counterValueIn(item, 'speech_bytes'), 0),
      ...resourceTotalsInItem(items.find((item) => item.entity === 'holdings')),
    };
  },

  async reserved(accountId, month) {
    const item = await table.get(tableKeys.usage(accountId, month));
    const reservedAmountOf = (amount: keyof MonthlyAmounts): number =>
      roundToMilliseconds(counterValueIn(item, bookedAttribute(amount)) - counterValueIn(item, amount));
    return {
      render_seconds: reservedAmountOf('render_seconds'),
      narration_characters: reservedAmountOf('narration_characters'),
    };
  },
});
