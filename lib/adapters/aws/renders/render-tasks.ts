import {
  isTerminalRenderStatus,
  RENDER_TASK_ATTEMPT_LIMITS,
  type Render,
  type RenderEpochRef,
  type RenderStore,
  type RenderTask,
  type RenderTaskLease,
} from '#features/renders/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import { MAX_TRANSACTION_ITEMS, type Table } from '../table/table.ts';
import { renderCodec, renderTaskCodec } from './render-items.ts';
import { conditionOfRenderTaskLease, markTaskDoneUpdate, renderTaskItem, renderTaskKey } from './render-task-items.ts';

/** The tasks of renders in the table. Changes by a worker throw WriteConflictError when it no longer has its lease. */
export function renderTaskRepository(
  table: Table,
): Pick<
  RenderStore,
  | 'tasks'
  | 'task'
  | 'addTasks'
  | 'claim'
  | 'renew'
  | 'release'
  | 'postpone'
  | 'wait'
  | 'record'
  | 'commit'
  | 'noteEnqueued'
> {
  /**
   * Reads the render of a task. This is a read, not a condition of a transaction, which would cost a write of the render's item for each
   * claim and each heartbeat of its workers.
   * @throws WriteConflictError when the render has ended or was started again
   */
  async function readRenderInEpoch({ account_id, render_id, epoch }: RenderEpochRef): Promise<Render> {
    const item = await table.get(tableKeys.render(account_id, render_id));
    const render = item && renderCodec.parse(item);
    if (!render || isTerminalRenderStatus(render.status) || render.epoch !== epoch)
      throw new WriteConflictError('The render has ended, or was started again');
    return render;
  }

  /** Changes a task, on condition that its worker still has the lease. @throws WriteConflictError otherwise */
  async function changeLeasedTask(
    lease: RenderTaskLease,
    expression: string,
    values: Readonly<Record<string, unknown>>,
    names: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const leaseCondition = conditionOfRenderTaskLease(lease);
    await table.update({
      Key: renderTaskKey(lease.task),
      UpdateExpression: expression,
      ConditionExpression: leaseCondition.ConditionExpression,
      ExpressionAttributeNames: { ...leaseCondition.ExpressionAttributeNames, ...names },
      ExpressionAttributeValues: { ...leaseCondition.ExpressionAttributeValues, ...values },
    });
  }

  return {
    async tasks({ account_id, render_id, epoch }) {
      const items = await table.all(
        partitionQuery(tableKeys.render(account_id, render_id).PK, sortKeyPrefixes.tasks(epoch)),
      );
      return items.map((item) => renderTaskCodec.parse(item));
    },

    async task(ref) {
      const item = await table.get(renderTaskKey(ref));
      return item && renderTaskCodec.parse(item);
    },

    async addTasks(tasks) {
      const insertTask = async (task: RenderTask): Promise<void> => {
        try {
          await table.put(renderTaskItem(task), { onlyIfNew: true });
        } catch (error) {
          // The task exists, and may be done: a second run of the same step must not start it again.
          if (!(error instanceof WriteConflictError)) throw error;
        }
      };
      for (let i = 0; i < tasks.length; i += MAX_TRANSACTION_ITEMS)
        await Promise.all(tasks.slice(i, i + MAX_TRANSACTION_ITEMS).map(insertTask));
    },

    async claim(ref, { token, now, leaseUntil, messageId }) {
      await readRenderInEpoch(ref);
      const claimedItem = await table.update({
        Key: renderTaskKey(ref),
        UpdateExpression:
          'SET #state = :claimed, #token = :token, lease_until = :until, message_id = :message, began_at = if_not_exists(began_at, :now) REMOVE sent_again ADD attempt :one',
        ConditionExpression:
          '(#state = :pending OR (#state = :claimed AND lease_until < :now)) AND attempt < :limit AND item_format = :format',
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: {
          ':claimed': 'claimed',
          ':pending': 'pending',
          ':token': token,
          ':until': leaseUntil,
          ':message': messageId,
          ':now': now,
          ':one': 1,
          ':limit': RENDER_TASK_ATTEMPT_LIMITS.claims,
          // A task that a newer version of the program wrote is not claimed, so that this version does not use up its attempts.
          ':format': renderTaskCodec.stamp.item_format,
        },
      });
      const task = renderTaskCodec.parse(claimedItem);
      // The second check, after the claim, finds an end of the render that came before the claim; a later end finds the lease.
      try {
        return { task, render: await readRenderInEpoch(ref) };
      } catch (error) {
        // The claim is undone and not counted. If the worker is killed before that, the lease expires.
        await changeLeasedTask(
          { task, token },
          'SET #state = :pending REMOVE #token, lease_until ADD attempt :minusOne',
          {
            ':pending': 'pending',
            ':minusOne': -1,
          },
        ).catch(() => undefined);
        throw error;
      }
    },

    async renew(lease, leaseUntil) {
      await readRenderInEpoch(lease.task);
      await changeLeasedTask(lease, 'SET lease_until = :until', { ':until': leaseUntil });
    },

    async release(lease) {
      await changeLeasedTask(lease, 'SET #state = :pending REMOVE #token, lease_until', { ':pending': 'pending' });
    },

    async postpone(lease, enqueuedAt, postponed) {
      await changeLeasedTask(
        lease,
        'SET #state = :pending, enqueued_at = :at, postponed = :postponed REMOVE #token, lease_until ADD attempt :minusOne',
        { ':pending': 'pending', ':at': enqueuedAt, ':minusOne': -1, ':postponed': postponed },
      );
    },

    async wait(lease, enqueuedAt) {
      await changeLeasedTask(
        lease,
        'SET #state = :pending, enqueued_at = :at REMOVE #token, lease_until ADD attempt :minusOne, waited :one',
        { ':pending': 'pending', ':at': enqueuedAt, ':minusOne': -1, ':one': 1 },
      );
    },

    async record(lease, result) {
      await changeLeasedTask(lease, 'SET #result = :result', { ':result': result }, { '#result': 'result' });
    },

    async commit(lease, result, doneAt) {
      await table.update(markTaskDoneUpdate(lease, result, doneAt));
    },

    async noteEnqueued(task, enqueuedAt) {
      await table.update({
        Key: renderTaskKey(task),
        UpdateExpression: 'SET enqueued_at = :at ADD sent_again :one',
        ConditionExpression: 'enqueued_at = :seen AND #state <> :done',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':at': enqueuedAt, ':one': 1, ':seen': task.enqueued_at, ':done': 'done' },
      });
    },
  };
}
