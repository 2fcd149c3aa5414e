import { timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { WriteConflict } from '../shared/errors.ts';
import { type AdvanceDeps, advance } from './advance-render.ts';
import { failRender } from './fail-render.ts';
import { finalFailure } from './failure.ts';
import type { Render } from './render.ts';
import { mayRun } from './render-slots.ts';
import { MAX_ATTEMPTS, type RenderTask } from './render-task.ts';

/** A pending task whose message is older than this, in seconds, gets another one: the first may never have been sent. */
const PENDING_SECONDS = 120;
/** A lease that ended so long ago, in seconds, had time enough for its message to come back. */
const LAPSED_SECONDS = 45;

/** So many are seen to side by side: hundreds that are left behind are done with before the next minute. */
const AT_ONCE = 10;

const secondsSince = (time: string, now: Date): number => (now.getTime() - Date.parse(time)) / 1000;

/** What a task needs: nothing, another message, or an end. Pure. */
export function taskNeeds(task: RenderTask, now: Date): 'nothing' | 'message' | 'end' {
  const lapsed =
    task.state === 'claimed' && task.lease_until !== undefined && secondsSince(task.lease_until, now) > LAPSED_SECONDS;
  const forgotten = task.state === 'pending' && secondsSince(task.enqueued_at, now) > PENDING_SECONDS;
  if (!lapsed && !forgotten) return 'nothing';
  if (task.attempt >= MAX_ATTEMPTS) return 'end';
  return secondsSince(task.enqueued_at, now) > LAPSED_SECONDS ? 'message' : 'nothing';
}

async function sweepRender(deps: AdvanceDeps, render: Render): Promise<void> {
  const { renders, queue, clock } = deps;
  const now = clock();
  if (render.deadline < timestamp(now)) {
    await failRender(deps, render, { code: 'timed_out', message: 'The render took too long.' });
    return;
  }
  for (const task of await renders.tasks(render.account_id, render.id)) {
    const needs = taskNeeds(task, now);
    if (needs === 'end') {
      await failRender(deps, render, finalFailure(task));
      return;
    }
    if (needs === 'message' && (task.kind !== 'prepare' || (await mayRun(deps, task)))) {
      try {
        await renders.noteEnqueued(task, timestamp(now));
      } catch (error) {
        if (error instanceof WriteConflict) continue;
        throw error;
      }
      await queue.send(task);
    }
  }
  await advance(deps, { account_id: render.account_id, render_id: render.id });
}

/** Re-drives what a crash left behind. One render that cannot be swept does not keep the others from it. */
export async function sweepRenders(
  deps: AdvanceDeps,
  onError: (render: Render, error: unknown) => void,
): Promise<number> {
  const live = await deps.renders.listLive();
  await forEachConcurrent(live, AT_ONCE, async (render) => {
    try {
      await sweepRender(deps, render);
    } catch (error) {
      onError(render, error);
    }
  });
  return live.length;
}
