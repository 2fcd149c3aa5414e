import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { isSlotTakenByWorker, type PoolName, type Ticket, type WorkState } from '#platform/fair-queue/public.ts';
import type { RenderStore } from './ports.ts';
import { isTerminal } from './render.ts';
import { mayRun } from './render-slots.ts';
import type { RenderTask, TaskKind, TaskRef } from './render-task.ts';

/**
 * Pools of workers do these tasks, which give each account its share. A render has one assembly, and an account has no more
 * renders running than its plan allows: fewer than half of the workers that assemble.
 */
const TASK_POOLS: Readonly<Partial<Record<TaskKind, PoolName>>> = {
  prepare: 'preparation',
  plan: 'preparation',
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

/**
 * Reports whether slots are taken for a task before its message is sent, of which there may be hundreds. The task that added it ends only
 * when it has asked for it; from then on the sweeper of lines looks after it. The message of another task is sent at once, so
 * that a request need not wait for its line, and its worker takes the slot; the process that sends it may be killed before that,
 * and not come back.
 */
export const isSentInSlot = ({ kind }: TaskRef): boolean => {
  const pool = TASK_POOLS[kind];
  return pool !== undefined && !isSlotTakenByWorker(pool);
};

interface TaskStateDeps {
  renders: Pick<RenderStore, 'find' | 'task' | 'slots'>;
  clock: Clock;
}

const isLeased = (task: RenderTask | undefined, { clock }: TaskStateDeps): boolean =>
  task?.lease_until !== undefined && task.lease_until > timestamp(clock());

/**
 * Reads the state of a task: `ended` also if its render ended or was started again and no worker has the task; `not_yet`
 * while its render waits for a slot of the account.
 */
export async function taskState(deps: TaskStateDeps, ref: TaskRef): Promise<WorkState> {
  const { renders } = deps;
  const [render, task, isNext] = await Promise.all([
    renders.find(ref.account_id, ref.render_id),
    renders.task(ref),
    ref.kind !== 'prepare' || mayRun(deps, ref),
  ]);
  if (!render || !task) return 'ended';
  if (task.state === 'done') return 'ended';
  if (isLeased(task, deps)) return 'working';
  if (isTerminal(render.status) || render.epoch !== ref.epoch) return 'ended';
  return isNext ? 'idle' : 'not_yet';
}
