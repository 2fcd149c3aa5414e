import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { interleaveByGroup } from '#kernel/shared/interleave-by-group.ts';
import { sweepWorkDecision } from '#platform/leases/public.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import { type AdvanceRenderDeps, advanceRender } from './advance-render.ts';
import { isSlotRequiredBeforeMessage } from './create-pool-ticket-for-render-task.ts';
import { failRender } from './fail-render.ts';
import { renderErrorAfterLastAttempt } from './failure.ts';
import type { RenderDueForSweep } from './ports.ts';
import { isTerminalRenderStatus, nextSweeperCheckTimeOfRender, type Render } from './render.ts';
import { mayRenderRun, releaseSlotOfEndedRender } from './render-slots.ts';
import { RENDER_TASK_ATTEMPT_LIMITS, type RenderTask, renderEpochRefOf } from './render-task.ts';
import { isRenderOverdue } from './work-time.ts';

/** Seconds after which the message of a pending task may never have been sent. */
const MAX_PENDING_SECONDS = 120;

/** Decides what the sweeper does with a task. Pure. */
export const decideRenderTaskSweep = (task: RenderTask, now: Date): ReturnType<typeof sweepWorkDecision> =>
  task.state === 'done'
    ? 'nothing'
    : sweepWorkDecision(
        { ...task, isWaiting: task.state === 'pending', claims: task.attempt },
        { now, patienceSeconds: MAX_PENDING_SECONDS, maxClaims: RENDER_TASK_ATTEMPT_LIMITS.claims },
      );

/** Checks one render: releases the slot of an ended one, fails an overdue one, sends lost messages, and advances it. */
async function sweepRender(deps: AdvanceRenderDeps, render: Render, now: Date): Promise<void> {
  const { renders, queue } = deps;
  if (isTerminalRenderStatus(render.status)) {
    await releaseSlotOfEndedRender(deps, { account_id: render.account_id, render_id: render.id });
    return;
  }
  const tasks = await renders.tasks(renderEpochRefOf(render));
  if (isRenderOverdue(render, tasks, now)) {
    const { deadline } = render;
    const error = { code: 'timed_out', message: 'The render took too long.' } as const;
    await attemptConditionalWrite(() => failRender(deps, render, error, { deadline }));
    return;
  }
  for (const task of tasks) {
    const decision = decideRenderTaskSweep(task, now);
    if (decision === 'fail') {
      // A conflict means that the worker is alive; the next sweep checks the task again.
      await attemptConditionalWrite(() =>
        failRender(deps, render, renderErrorAfterLastAttempt(task), { abandoned: task }),
      );
      return;
    }
    const isInAccountQueue = task.state === 'pending' && isSlotRequiredBeforeMessage(task);
    if (decision === 'send' && !isInAccountQueue && (task.kind !== 'prepare' || (await mayRenderRun(deps, task)))) {
      const isNoted = await attemptConditionalWrite(() => renders.noteEnqueued(task, formatUtcTimestamp(now)));
      if (isNoted) await queue.send(task);
    }
  }
  await advanceRender(deps, renderEpochRefOf(render));
}

/**
 * Continues renders that a crash interrupted, and ends those that are past their deadline.
 * @due every 45 s while the render is live, and at its deadline
 */
export const rendersSweep = (deps: AdvanceRenderDeps): RecoverySweep<RenderDueForSweep> => ({
  name: 'renders',
  listDue: (request) => deps.renders.listDue(request),
  arrange: (due) => interleaveByGroup(due, ({ render }) => render.account_id),
  async take(due) {
    const now = deps.clock();
    await deps.renders.noteCheck(due, nextSweeperCheckTimeOfRender(due.render, now));
    await sweepRender(deps, due.render, now);
  },
  describe: ({ render: { id: render_id } }) => ({ render_id }),
});
