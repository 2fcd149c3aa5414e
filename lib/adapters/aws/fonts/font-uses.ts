import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/**
 * Parts of the transaction that changes the fonts of a template: the counts of uses change with it, and a font with uses is never deleted.
 * @param idsBefore ids of the fonts that the template named, one for each place that names a font
 * @param idsAfter ids of the fonts that it names from now on, likewise
 */
export function fontUseChangeWrites(
  table: Table,
  accountId: string,
  idsBefore: readonly string[],
  idsAfter: readonly string[],
): TransactItem[] {
  const changes = new Map<string, number>();
  for (const id of idsAfter) changes.set(id, (changes.get(id) ?? 0) + 1);
  for (const id of idsBefore) changes.set(id, (changes.get(id) ?? 0) - 1);
  return [...changes].flatMap(([id, useChange]) =>
    useChange === 0
      ? []
      : [
          {
            Update: {
              TableName: table.name,
              Key: tableKeys.font(accountId, id),
              UpdateExpression: 'ADD uses :by',
              ConditionExpression: 'attribute_exists(PK)',
              ExpressionAttributeValues: { ':by': useChange },
            },
          },
        ],
  );
}
