import { timestamp } from '#kernel/shared/clock.ts';
import { unlessConflict } from '#kernel/shared/errors.ts';
import { interleaveBy } from '#kernel/shared/interleave-by.ts';
import { sweepDecision } from '#platform/leases/public.ts';
import type { Sweep } from '#platform/recovery/public.ts';
import { type AdvanceDeps, advance } from './advance-render.ts';
import { failRender } from './fail-render.ts';
import { finalFailure } from './failure.ts';
import type { DueRender } from './ports.ts';
import { isTerminal, nextRenderCheck, type Render } from './render.ts';
import { leaveSlotWhenStopped, mayRun } from './render-slots.ts';
import { epochOf, type RenderTask, TASK_LIMITS } from './render-task.ts';
import { isSentInSlot } from './task-ticket.ts';
import { isOverdue } from './work-time.ts';

/** Seconds after which the message of a pending task may never have been sent. */
const PENDING_SECONDS = 120;

/** Decides what the sweeper does with a task. Pure. */
export const decideOnTask = (task: RenderTask, now: Date): ReturnType<typeof sweepDecision> =>
  task.state === 'done'
    ? 'nothing'
    : sweepDecision(
        { ...task, isWaiting: task.state === 'pending', claims: task.attempt },
        { now, patienceSeconds: PENDING_SECONDS, maxClaims: TASK_LIMITS.claims },
      );

/** Checks one render: releases the slot of an ended one, fails an overdue one, sends lost messages, and advances it. */
async function sweepRender(deps: AdvanceDeps, render: Render, now: Date): Promise<void> {
  const { renders, queue } = deps;
  if (isTerminal(render.status)) {
    await leaveSlotWhenStopped(deps, { account_id: render.account_id, render_id: render.id });
    return;
  }
  const tasks = await renders.tasks(epochOf(render));
  if (isOverdue(render, tasks, now)) {
    const { deadline } = render;
    const error = { code: 'timed_out', message: 'The render took too long.' } as const;
    await unlessConflict(() => failRender(deps, render, error, { deadline }));
    return;
  }
  for (const task of tasks) {
    const decision = decideOnTask(task, now);
    if (decision === 'fail') {
      // A conflict means that the worker is alive; the next sweep checks the task again.
      await unlessConflict(() => failRender(deps, render, finalFailure(task), { abandoned: task }));
      return;
    }
    const isInAccountQueue = task.state === 'pending' && isSentInSlot(task);
    if (decision === 'send' && !isInAccountQueue && (task.kind !== 'prepare' || (await mayRun(deps, task)))) {
      const isNoted = await unlessConflict(() => renders.noteEnqueued(task, timestamp(now)));
      if (isNoted) await queue.send(task);
    }
  }
  await advance(deps, epochOf(render));
}

/**
 * Continues renders that a crash interrupted, and ends those that are past their deadline.
 * @due every 45 s while the render is live, and at its deadline
 */
export const rendersSweep = (deps: AdvanceDeps): Sweep<DueRender> => ({
  name: 'renders',
  listDue: (request) => deps.renders.listDue(request),
  arrange: (due) => interleaveBy(due, ({ render }) => render.account_id),
  async take(due) {
    const now = deps.clock();
    await deps.renders.noteCheck(due, nextRenderCheck(due.render, now));
    await sweepRender(deps, due.render, now);
  },
  describe: ({ render: { id: render_id } }) => ({ render_id }),
});
