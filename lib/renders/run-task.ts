import { pauseSeconds } from '../leases/pause-seconds.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import { newToken } from '../shared/ids.ts';
import { type AdvanceDeps, advance, type RunsInline } from './advance-render.ts';
import { failRender } from './fail-render.ts';
import { finalFailure, Postponement, RenderFailure } from './failure.ts';
import type { Lease } from './ports.ts';
import { isTerminal, type Render } from './render.ts';
import {
  HEARTBEAT_SECONDS,
  LEASE_SECONDS,
  MAX_ATTEMPTS,
  MAX_POSTPONEMENTS,
  type RenderTask,
  type TaskRef,
  type TaskResult,
} from './render-task.ts';

/** The message that a worker works from. */
export interface Receipt {
  message_id: string;
  /** Hides the message for so long from now on. */
  hideFor(seconds: number): Promise<void>;
}

export interface Work {
  render: Render;
  task: RenderTask;
  lease: Lease;
  /** Aborted when the lease is lost or the render is canceled: stop at once, what you make counts no more. */
  signal: AbortSignal;
}

/** Does the work of a task. Gives back its result, or `committed` if it wrote that itself. */
export type Perform = (work: Work) => Promise<TaskResult | 'committed'>;

export interface RunTaskDeps extends AdvanceDeps {
  /** What the worker goes straight on with, after its own task, when that is next. */
  runsInline?: RunsInline | undefined;
  /** Repeats `beat` every so many seconds until it is stopped. */
  every(seconds: number, beat: () => Promise<void>): { stop(): void };
}

class LeaseLost extends Error {
  override name = 'LeaseLost';
}

// The message comes back a moment after the lease ended, so that the one who gets it finds the task free.
const hiddenWhile = LEASE_SECONDS + 2;
const RETRY_SECONDS = [1, 4];

/** Claims the task that a message names; undefined when there is nothing to do for this message. */
async function claim(deps: RunTaskDeps, ref: TaskRef, receipt: Receipt): Promise<Lease | undefined> {
  const { renders, clock, queue } = deps;
  const now = clock();
  const token = newToken(now);
  try {
    const task = await renders.claim(ref, {
      token,
      now: timestamp(now),
      leaseUntil: timestamp(plusSeconds(now, LEASE_SECONDS)),
      messageId: receipt.message_id,
    });
    return { task, token };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  const [render, task] = await Promise.all([renders.find(ref.account_id, ref.render_id), renders.task(ref)]);
  if (!render || isTerminal(render.status) || !task || task.state === 'done') return undefined;
  const held = task.lease_until !== undefined && task.lease_until > timestamp(clock());
  if (task.attempt >= MAX_ATTEMPTS && !held) {
    // Its last worker vanished without a word.
    await failRender(deps, render, finalFailure(task));
    return undefined;
  }
  // Our own message came back although the lease still runs: look again when it has ended. A message of somebody
  // else's needs nothing: the holder's own message comes back if the holder does not finish.
  if (task.message_id === receipt.message_id || !held) await queue.send(ref, LEASE_SECONDS + 1);
  return undefined;
}

/** Renews lease and message while the work goes on; aborts the work when the lease cannot be renewed. */
function keepAlive(deps: RunTaskDeps, lease: Lease, receipt: Receipt, controller: AbortController) {
  let renewedAt = deps.clock().getTime();
  return deps.every(HEARTBEAT_SECONDS, async () => {
    try {
      const now = deps.clock();
      await deps.renders.renew(lease, timestamp(plusSeconds(now, LEASE_SECONDS)));
      renewedAt = now.getTime();
      await receipt.hideFor(hiddenWhile);
    } catch (error) {
      const overdue = deps.clock().getTime() - renewedAt > LEASE_SECONDS * 1000;
      if (error instanceof WriteConflict || overdue)
        controller.abort(new LeaseLost('the lease is lost', { cause: error }));
    }
  });
}

/**
 * Runs one message of a task's queue: claim, work under a renewed lease, commit, let the render go on.
 * Safe to be killed anywhere and to be run twice: before the commit nothing counts, and the message comes back when the
 * lease has ended; after it the task is done and a second run finds that. What it goes on with has no message of its own:
 * the one message stands for both until the last of them is done, and comes back if its worker dies in between.
 * @throws the fault of a failed attempt, so that the message is not deleted and reaches the dead-letter queue when its
 * attempts are used up.
 */
export async function runTask(deps: RunTaskDeps, ref: TaskRef, receipt: Receipt, perform: Perform): Promise<void> {
  const lease = await claim(deps, ref, receipt);
  if (lease && !(await isPerformed(deps, lease, receipt, perform))) return;
  // Without a lease too: the task may be done while what follows it was never begun, its worker killed in between.
  const next = await advance(deps, ref, deps.runsInline);
  if (next && next.kind !== ref.kind) await runTask(deps, next, receipt, perform);
}

/** Does the work of a claimed task. @returns whether its result counts @throws the fault of a failed attempt */
async function isPerformed(deps: RunTaskDeps, lease: Lease, receipt: Receipt, perform: Perform): Promise<boolean> {
  const { task: ref } = lease;
  await receipt.hideFor(hiddenWhile);
  const render = await deps.renders.find(ref.account_id, ref.render_id);
  if (!render) return false;

  const controller = new AbortController();
  const heart = keepAlive(deps, lease, receipt, controller);
  try {
    const result = await perform({ render, task: lease.task, lease, signal: controller.signal });
    if (result !== 'committed') await deps.renders.commit(lease, result);
  } catch (error) {
    if (controller.signal.aborted || error instanceof WriteConflict) {
      const { account_id, render_id, kind, index } = ref;
      const reason = String(controller.signal.reason ?? error);
      deps.log.info('task given up', { account_id, render_id, kind, index, reason });
      return false;
    }
    await settleFailure(deps, render, lease, receipt, error);
    return false;
  } finally {
    heart.stop();
  }
  return true;
}

/**
 * Gives the task back, for another attempt after a pause, by a message of its own: what comes back by itself comes three
 * times, for failures. Killed before it is sent, the old message comes back or the sweeper sends one.
 */
async function postpone({ renders, queue, clock }: RunTaskDeps, lease: Lease): Promise<void> {
  try {
    await renders.postpone(lease, timestamp(clock()));
  } catch (error) {
    ignoreConflict(error);
    return;
  }
  await queue.send(lease.task, pauseSeconds((lease.task.pauses ?? 0) + 1));
}

/** Another attempt, or the end of the render. @throws the error itself when the message must not be deleted. */
async function settleFailure(
  deps: RunTaskDeps,
  render: Render,
  lease: Lease,
  receipt: Receipt,
  error: unknown,
): Promise<void> {
  const { task } = lease;
  const { account_id, render_id, kind, index, attempt, pauses = 0 } = task;
  if (error instanceof Postponement && pauses < MAX_POSTPONEMENTS) {
    deps.log.warn('task postponed', { account_id, render_id, kind, index, pauses, error });
    await postpone(deps, lease);
    return;
  }
  deps.log.error('task failed', { account_id, render_id, kind, index, attempt, error });
  if (error instanceof RenderFailure) {
    await failRender(deps, render, { code: error.code, message: error.message });
    return;
  }
  if (attempt >= MAX_ATTEMPTS) await failRender(deps, render, finalFailure(task));
  else await deps.renders.release(lease).catch(ignoreConflict);
  await receipt.hideFor(RETRY_SECONDS[attempt - 1] ?? RETRY_SECONDS[0] ?? 1);
  throw error;
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof WriteConflict)) throw error;
}
