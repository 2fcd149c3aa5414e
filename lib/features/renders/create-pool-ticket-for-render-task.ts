import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import {
  doesWorkerTakePoolSlot,
  type FairQueueTicket,
  type PoolName,
  type TicketWorkState,
} from '#platform/fair-queue/public.ts';
import type { RenderStore } from './ports.ts';
import { isTerminalRenderStatus } from './render.ts';
import { mayRenderRun } from './render-slots.ts';
import type { RenderTask, RenderTaskKind, RenderTaskRef } from './render-task.ts';

/**
 * The pools of workers that do tasks, with a share for each account. Assemblies need no pool: a render has only one, and an account has
 * no more running renders than its plan allows, which is fewer than half of the workers that assemble.
 */
const TASK_POOLS: Readonly<Partial<Record<RenderTaskKind, PoolName>>> = {
  prepare: 'preparation',
  plan: 'preparation',
  narration: 'narration',
  video: 'encoding',
  audio: 'encoding',
};

/** The ticket of a task of a pool, without its message; undefined for a task without a pool. Tickets sort by the age of the render. */
export function createPoolTicketForRenderTask({
  account_id,
  render_id,
  epoch,
  kind,
  index,
}: RenderTaskRef): Omit<FairQueueTicket, 'message'> | undefined {
  const pool = TASK_POOLS[kind];
  // Without the prefix of the render's id: the ULID after it sorts with the ids of other work of the pool.
  const [, ulid = render_id] = render_id.split('_');
  return pool && { account_id, pool, id: `${ulid}#${epoch}#${kind}#${String(index).padStart(5, '0')}` };
}

/**
 * Reports whether a slot is taken for a task before its message is sent, as for kinds of which a render may have hundreds. The task that
 * adds such tasks ends only when they are in the account's queue for the pool, whose sweeper then handles them. For other kinds the message
 * is sent at once, so that a request need not wait for the account's queue, and the worker takes the slot.
 */
export const isSlotRequiredBeforeMessage = ({ kind }: RenderTaskRef): boolean => {
  const pool = TASK_POOLS[kind];
  return pool !== undefined && !doesWorkerTakePoolSlot(pool);
};

/** Dependencies of the state of a task. */
interface TaskStateDeps {
  renders: Pick<RenderStore, 'find' | 'task' | 'slots'>;
  clock: Clock;
}

const isLeased = (task: RenderTask | undefined, { clock }: TaskStateDeps): boolean =>
  task?.lease_until !== undefined && task.lease_until > formatUtcTimestamp(clock());

/**
 * Reads the state of a task. It is also `ended` if its render has ended or was started again and no worker has the task; it is `not_yet`
 * while its render waits for a slot of the account.
 */
export async function readRenderTaskWorkState(deps: TaskStateDeps, ref: RenderTaskRef): Promise<TicketWorkState> {
  const { renders } = deps;
  const [render, task, mayRun] = await Promise.all([
    renders.find(ref.account_id, ref.render_id),
    renders.task(ref),
    ref.kind !== 'prepare' || mayRenderRun(deps, ref),
  ]);
  if (!render || !task) return 'ended';
  if (task.state === 'done') return 'ended';
  if (isLeased(task, deps)) return 'working';
  if (isTerminalRenderStatus(render.status) || render.epoch !== ref.epoch) return 'ended';
  return mayRun ? 'idle' : 'not_yet';
}
