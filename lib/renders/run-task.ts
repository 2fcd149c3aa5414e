import { type LeaseDeps, type LeasedWork, type Receipt, runLeased } from '../leases/run-leased.ts';
import { timestamp } from '../shared/clock.ts';
import { unlessOvertaken, WriteConflict } from '../shared/errors.ts';
import { newToken } from '../shared/ids.ts';
import { type AdvanceDeps, advance, type RunsInline } from './advance-render.ts';
import { failRender } from './fail-render.ts';
import { finalFailure, Postponement, RenderFailure } from './failure.ts';
import type { Lease } from './ports.ts';
import { isTerminal, type Render } from './render.ts';
import { leaveSlotWhenStopped } from './render-slots.ts';
import { type RenderTask, TASK_LIMITS, type TaskRef, type TaskResult } from './render-task.ts';

/** A task that a worker has claimed. */
export interface Work {
  render: Render;
  task: RenderTask;
  lease: Lease;
  /** Aborted when the lease is lost or the render is canceled: the work stops at once, its result no longer counts. */
  signal: AbortSignal;
}

/** Does the work of a task. Returns its result, or `committed` when it has written that itself. */
export type Perform = (work: Work) => Promise<TaskResult | 'committed'>;

export interface RunTaskDeps extends AdvanceDeps, LeaseDeps {
  /** Kinds of tasks that this worker does right after its own, without a message. */
  runsInline?: RunsInline | undefined;
}

/** A claimed task, and its render as it was right after the claim. */
type ClaimedTask = Pick<Work, 'render' | 'task' | 'lease'>;

function leasedTask(deps: RunTaskDeps, ref: TaskRef): LeasedWork<ClaimedTask> {
  const { renders, queue, clock } = deps;
  const find = async () => {
    const [render, task] = await Promise.all([renders.find(ref.account_id, ref.render_id), renders.task(ref)]);
    return render && !isTerminal(render.status) && task && task.state !== 'done' ? { render, task } : undefined;
  };
  return {
    name: 'task',
    limits: TASK_LIMITS,
    async claim({ now, lease_until, message_id }) {
      const token = newToken(clock());
      const task = await renders.claim(ref, { token, now, leaseUntil: lease_until, messageId: message_id });
      const render = await renders.find(ref.account_id, ref.render_id);
      if (!render) throw new WriteConflict('the render of a claimed task is not there');
      return { render, task, lease: { task, token } };
    },
    async state() {
      const found = await find();
      return found && { ...found.task, claims: found.task.attempt };
    },
    renew: ({ lease }, leaseUntil) => renders.renew(lease, leaseUntil),
    release: ({ lease }) => renders.release(lease),
    postpone: ({ lease }, at) => renders.postpone(lease, at),
    async fail({ render, task }, error) {
      const { code, message } = error instanceof RenderFailure ? error : finalFailure(task);
      await failRender(deps, render, { code, message });
    },
    async failAbandoned() {
      const found = await find();
      if (found) await failRender(deps, found.render, finalFailure(found.task));
    },
    send: (delaySeconds) => queue.send(ref, delaySeconds),
    counts: ({ task: { attempt, postponements = 0 } }) => ({ claims: attempt, failures: attempt - 1, postponements }),
    kindOf(error) {
      if (error instanceof Postponement) return 'busy';
      return error instanceof RenderFailure ? 'final' : 'failure';
    },
    describe: ({ task: { account_id, render_id, kind, index, attempt, postponements } }) => ({
      ...{ account_id, render_id, kind, index, attempt },
      ...(postponements === undefined ? {} : { postponements }),
    }),
  };
}

/**
 * Says that the worker of a task has stopped without a result, if its render has ended: gives the lease up, so that the slot of
 * the render need not wait until that ends by itself.
 */
async function stopWork(deps: RunTaskDeps, { lease, task }: ClaimedTask): Promise<void> {
  const render = await deps.renders.find(task.account_id, task.render_id);
  if (!render || !isTerminal(render.status)) return;
  await unlessOvertaken(() => deps.renders.release(lease));
  await leaveSlotWhenStopped(deps, task);
}

/**
 * Handles a task message: runs the task under a lease, then advances the render. A following inline task has no message;
 * this one is kept until all are done and returns if the worker dies.
 * @throws the error of a failed attempt, so that the message is not deleted and reaches the dead-letter queue in the end
 */
export async function runTask(deps: RunTaskDeps, ref: TaskRef, receipt: Receipt, perform: Perform): Promise<void> {
  let stopping: ClaimedTask | undefined;
  let outcome: Awaited<ReturnType<typeof runLeased>> = 'unsettled';
  try {
    outcome = await runLeased(deps, leasedTask(deps, ref), receipt, async (claimed, signal) => {
      stopping = claimed;
      const result = await perform({ ...claimed, signal });
      if (result !== 'committed') await deps.renders.commit(claimed.lease, result, timestamp(deps.clock()));
    });
  } finally {
    if (outcome === 'unsettled' && stopping) await stopWork(deps, stopping);
  }
  if (outcome === 'unsettled') return;
  // Also when nothing was claimed: the task may be done, its worker killed before it began what follows.
  const next = await advance(deps, ref, deps.runsInline);
  if (next && next.kind !== ref.kind) await runTask(deps, next, receipt, perform);
}
