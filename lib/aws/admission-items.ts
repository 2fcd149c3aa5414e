import type { Admission, AdmissionLimits, Render } from '../renders/public.ts';
import { keys } from './table/keys.ts';
import type { Item, Table, TransactItem } from './table/table.ts';
import { setIn } from './usage-repository.ts';

/** What the item says; that of an account without renders is not there. */
export function admissionOf(item: Item | undefined): Admission {
  const most = item?.most_running;
  return {
    running: setIn(item, 'running'),
    waiting: setIn(item, 'waiting'),
    most: typeof most === 'number' ? most : 0,
  };
}

/** The one item of an account that holds the ids of its running and of its waiting renders: the limits are its conditions. */
export function admissionItems(table: Table) {
  return {
    /** Part of a transaction: a render joins those that wait. The limit of running ones comes along from the plan. */
    enter: ({ account_id, id }: Render, limits: AdmissionLimits): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.admission(account_id),
        UpdateExpression: 'SET #entity = :admission, most_running = :running ADD waiting :id',
        ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :most',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: {
          ':admission': 'admission',
          ':running': limits.running_renders,
          ':most': limits.queued_renders,
          ':id': new Set([id]),
        },
      },
    }),

    /** Part of a transaction: a render that is at its end neither waits nor runs. */
    leave: ({ account_id, id }: Render): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.admission(account_id),
        UpdateExpression: 'DELETE waiting :id, running :id',
        ExpressionAttributeValues: { ':id': new Set([id]) },
      },
    }),

    async read(accountId: string): Promise<Admission> {
      return admissionOf(await table.get(keys.admission(accountId)));
    },

    async admit(accountId: string, renderId: string, most: number): Promise<void> {
      await table.update({
        Key: keys.admission(accountId),
        UpdateExpression: 'DELETE waiting :ids ADD running :ids',
        ConditionExpression: 'contains(waiting, :id) AND (attribute_not_exists(running) OR size(running) < :most)',
        ExpressionAttributeValues: { ':ids': new Set([renderId]), ':id': renderId, ':most': most },
      });
    },
  };
}
