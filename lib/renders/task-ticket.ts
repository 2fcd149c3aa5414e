import type { PoolName, Ticket, WorkState } from '../fair-queue/ticket.ts';
import { type Clock, timestamp } from '../shared/clock.ts';
import type { RenderStore } from './ports.ts';
import { isTerminal } from './render.ts';
import type { TaskKind, TaskRef } from './render-task.ts';

/**
 * A render may have hundreds of these tasks: pools of workers do them, which give each account its share. A render has one task
 * of another kind at a time, and an account has no more renders running than its plan allows.
 */
const TASK_POOLS: Readonly<Partial<Record<TaskKind, PoolName>>> = {
  narration: 'narration',
  video: 'encoding',
  audio: 'encoding',
};

/** The ticket of a task that a pool does, without its message; undefined for another task. It sorts by the render's age. */
export function taskTicket({
  account_id,
  render_id,
  epoch,
  kind,
  index,
}: TaskRef): Omit<Ticket, 'message'> | undefined {
  const pool = TASK_POOLS[kind];
  // Without the prefix of render ids, which are ULIDs like the ids of other work of the pool.
  const [, ulid = render_id] = render_id.split('_');
  return pool && { account_id, pool, id: `${ulid}#${epoch}#${kind}#${String(index).padStart(5, '0')}` };
}

/** What has become of a task: `ended` also when its render ended, or was begun again, and no worker has it any more. */
export async function taskState(
  { renders, clock }: { renders: Pick<RenderStore, 'find' | 'task'>; clock: Clock },
  ref: TaskRef,
): Promise<WorkState> {
  const [render, task] = await Promise.all([renders.find(ref.account_id, ref.render_id), renders.task(ref)]);
  if (!render || !task || task.state === 'done') return 'ended';
  if (task.lease_until !== undefined && task.lease_until > timestamp(clock())) return 'working';
  return isTerminal(render.status) || render.epoch !== ref.epoch ? 'ended' : 'idle';
}
