import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { TableEntityType, TableKey } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** The number in an attribute of an item of counters; 0 if the item or the attribute is absent. */
export function counterValueIn(item: TableItem | undefined, name: string): number {
  const value = ownPropertyValue(item, name);
  return typeof value === 'number' ? value : 0;
}

/**
 * Part of a transaction: adds to the numbers of an item of counters.
 * @param addedAmounts amounts by attribute; may be negative; zeros are left out
 * @param upperLimits upper limits by attribute; the transaction fails if a number that rises would exceed its limit
 * @returns an empty list when nothing is added
 */
export function counterIncrementWrites(
  table: Table,
  key: TableKey,
  entity: TableEntityType,
  addedAmounts: Readonly<Record<string, number>>,
  upperLimits: Readonly<Record<string, number | undefined>> = {},
): TransactItem[] {
  const changes = Object.entries(addedAmounts).filter(([, value]) => value !== 0);
  if (changes.length === 0) return [];
  const bounds = changes.flatMap(([name, value]) => {
    const limit = ownPropertyValue(upperLimits, name);
    return value > 0 && limit !== undefined ? [{ name, maxBefore: limit - value }] : [];
  });
  const conditions = bounds.map(({ name, maxBefore }) =>
    maxBefore < 0 ? `${name} <= :before_${name}` : `(attribute_not_exists(${name}) OR ${name} <= :before_${name})`,
  );
  return [
    {
      Update: {
        TableName: table.name,
        Key: key,
        UpdateExpression: `SET #entity = :entity ADD ${changes.map(([name]) => `${name} :${name}`).join(', ')}`,
        ...(conditions.length === 0 ? {} : { ConditionExpression: conditions.join(' AND ') }),
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: {
          ':entity': entity,
          ...Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
          ...Object.fromEntries(bounds.map(({ name, maxBefore }) => [`:before_${name}`, maxBefore])),
        },
      },
    },
  ];
}
