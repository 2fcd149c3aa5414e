import type { TableKey } from '#adapters/aws/table/keys.ts';
import type { Table } from '#adapters/aws/table/table.ts';

/** Gives an item a format that no version of the service can read. @returns the item's name in the log */
export async function makeUnreadable(table: Table, key: TableKey): Promise<string> {
  await table.update({
    Key: key,
    UpdateExpression: 'SET item_format = :format',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: { ':format': 99 },
  });
  return `${key.PK} ${key.SK}`;
}
