import type { RenderTask, RenderTaskLease, RenderTaskRef } from '#features/renders/public.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { renderTaskCodec } from './render-items.ts';

const NAMES = { '#state': 'state', '#token': 'token' };

/** The condition that a worker still has its lease on a task of a render, with the names and values that it needs. */
export const conditionOfRenderTaskLease = ({ token }: Pick<RenderTaskLease, 'token'>) => ({
  ConditionExpression: '#token = :token AND #state = :claimed',
  ExpressionAttributeNames: NAMES,
  ExpressionAttributeValues: { ':token': token, ':claimed': 'claimed' },
});

/** The key of a task under its render. */
export const renderTaskKey = ({ account_id, render_id, epoch, kind, index }: RenderTaskRef): TableKey =>
  tableKeys.task(account_id, render_id, epoch, kind, index);

/** A task as it is stored. */
export const renderTaskItem = (task: RenderTask): TableKey & TableItem =>
  renderTaskCodec.toItem(renderTaskKey(task), task);

/** Parts of transactions about the tasks of a render. */
export function createRenderTaskWrites(table: Table) {
  return {
    /** Inserts a task. */
    add: (task: RenderTask): TransactItem => ({ Put: { TableName: table.name, Item: renderTaskItem(task) } }),

    /** The condition that a worker still has its lease on a task. */
    leaseHolds: (lease: RenderTaskLease): TransactItem => ({
      ConditionCheck: { TableName: table.name, Key: renderTaskKey(lease.task), ...conditionOfRenderTaskLease(lease) },
    }),

    /** The condition that a task is unchanged since it was read, including its lease. */
    unchanged(task: RenderTask): TransactItem {
      const { state, attempt, token, lease_until } = task;
      return {
        ConditionCheck: {
          TableName: table.name,
          Key: renderTaskKey(task),
          ConditionExpression: [
            '#state = :state AND attempt = :attempt',
            token === undefined ? 'attribute_not_exists(#token)' : '#token = :token',
            lease_until === undefined ? 'attribute_not_exists(lease_until)' : 'lease_until = :until',
          ].join(' AND '),
          ExpressionAttributeNames: NAMES,
          ExpressionAttributeValues: {
            ':state': state,
            ':attempt': attempt,
            ...(token === undefined ? {} : { ':token': token }),
            ...(lease_until === undefined ? {} : { ':until': lease_until }),
          },
        },
      };
    },

    /** Marks a task as done, on condition that its worker still has the lease. */
    done: (lease: RenderTaskLease, result: object, doneAt: string): TransactItem => ({
      Update: { TableName: table.name, ...markTaskDoneUpdate(lease, result, doneAt) },
    }),
  };
}

/** The update that marks a task as done, on condition that its worker still has the lease. @param doneAt time of the end */
export function markTaskDoneUpdate(lease: RenderTaskLease, result: object, doneAt: string) {
  const leaseCondition = conditionOfRenderTaskLease(lease);
  return {
    Key: renderTaskKey(lease.task),
    UpdateExpression: 'SET #state = :done, #result = :result, done_at = :at REMOVE #token, lease_until',
    ConditionExpression: leaseCondition.ConditionExpression,
    ExpressionAttributeNames: { ...leaseCondition.ExpressionAttributeNames, '#result': 'result' },
    ExpressionAttributeValues: {
      ...leaseCondition.ExpressionAttributeValues,
      ':done': 'done',
      ':result': result,
      ':at': doneAt,
    },
  };
}
