import { monthOf, type UsageStore } from '../../accounts/public.ts';
import { slotsOf } from '../renders/render-slots-item.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';

const numberIn = (item: Item | undefined, name: string): number => {
  const value = item?.[name];
  return typeof value === 'number' ? value : 0;
};

/** Part of a transaction: adds to the usage of the month of `at`, on condition that it was less than `below`. */
export function countUsage(
  table: Table,
  accountId: string,
  at: string,
  added: { render_seconds?: number; renders?: number; narration_characters?: number },
  below?: { render_seconds: number },
): TransactItem {
  const counted = Object.entries(added);
  return {
    Update: {
      TableName: table.name,
      Key: keys.usage(accountId, monthOf(at)),
      UpdateExpression: `SET #entity = :usage ADD ${counted.map(([name]) => `${name} :${name}`).join(', ')}`,
      ...(below === undefined
        ? {}
        : { ConditionExpression: 'attribute_not_exists(render_seconds) OR render_seconds < :below' }),
      ExpressionAttributeNames: { '#entity': 'entity' },
      ExpressionAttributeValues: {
        ':usage': 'usage',
        ...Object.fromEntries(counted.map(([name, value]) => [`:${name}`, value])),
        ...(below === undefined ? {} : { ':below': below.render_seconds }),
      },
    },
  };
}

/** Reads usage from the table. */
export const usageRepository = (table: Table): UsageStore => ({
  async read(accountId, month) {
    const items = await table.getMany([keys.usage(accountId, month), keys.renderSlots(accountId)]);
    const usage = items.find((item) => item.entity === 'usage');
    const { running, waiting } = slotsOf(items.find((item) => item.entity === 'render_slots'));
    return {
      // Seconds are added up as they come, and sums of fractions are not exact.
      render_seconds: Math.round(1000 * numberIn(usage, 'render_seconds')) / 1000,
      renders: numberIn(usage, 'renders'),
      narration_characters: numberIn(usage, 'narration_characters'),
      running_renders: running.length,
      queued_renders: waiting.length,
    };
  },
});
