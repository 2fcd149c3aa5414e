import { isCustomTemplateId } from '#features/templates/public.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/**
 * Parts of the transaction that changes the template of a timeline, or inserts or deletes the timeline: each custom template counts the
 * timelines that use it, so that a template in use is never deleted. Built-in templates are not counted.
 * @param idBefore id of the timeline's template until now; undefined for a new timeline
 * @param idAfter id of its template from now on; undefined for a deleted timeline
 */
export function templateUseChangeWrites(
  table: Table,
  accountId: string,
  idBefore: string | undefined,
  idAfter: string | undefined,
): TransactItem[] {
  if (idBefore === idAfter) return [];
  const useChangeWrite = (id: string | undefined, useChange: 1 | -1): TransactItem[] =>
    id === undefined || !isCustomTemplateId(id)
      ? []
      : [
          {
            Update: {
              TableName: table.name,
              Key: tableKeys.customTemplate(accountId, id),
              UpdateExpression: 'ADD uses :by',
              ConditionExpression: 'attribute_exists(PK)',
              ExpressionAttributeValues: { ':by': useChange },
            },
          },
        ];
  return [...useChangeWrite(idAfter, 1), ...useChangeWrite(idBefore, -1)];
}
