import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Render } from './render.ts';
import type { RenderTask } from './render-task.ts';

/**
 * The longest working time of a render, in seconds: the time in which at least one worker had one of its tasks. Waiting for a slot or for
 * workers does not count, because it depends on other accounts.
 */
export const MAX_RENDER_WORK_SECONDS = 2 * 3600;

/** Seconds after its start at which a render fails, even if it only waited. */
export const MAX_RENDER_LIFE_SECONDS = 24 * 3600;

/** The time range in which workers had a task, in ms; undefined before its first claim. Pauses between its attempts are included. */
function workPeriodOf({ state, began_at, done_at, lease_until, enqueued_at }: RenderTask, now: number) {
  if (began_at === undefined) return undefined;
  const from = Date.parse(began_at);
  if (done_at !== undefined) return { from, to: Date.parse(done_at) };
  if (state === 'claimed' && lease_until !== undefined) return { from, to: Math.min(now, Date.parse(lease_until)) };
  // A task that was returned waits since its last message was sent.
  return { from, to: Math.max(from, Math.min(now, Date.parse(enqueued_at))) };
}

/** The number of seconds in which workers had at least one of the tasks. Pure. */
export function renderWorkSeconds(tasks: readonly RenderTask[], now: Date): number {
  const workPeriods = tasks.flatMap((task) => workPeriodOf(task, now.getTime()) ?? []).sort((a, b) => a.from - b.from);
  let workedMs = 0;
  let countedUntilMs = 0;
  for (const { from, to } of workPeriods) {
    workedMs += Math.max(0, to - Math.max(from, countedUntilMs));
    countedUntilMs = Math.max(countedUntilMs, to);
  }
  return workedMs / 1000;
}

/** Reports whether a render has exceeded its deadline or its working time. Pure. */
export const isRenderOverdue = (render: Pick<Render, 'deadline'>, tasks: readonly RenderTask[], now: Date): boolean =>
  render.deadline < formatUtcTimestamp(now) || renderWorkSeconds(tasks, now) > MAX_RENDER_WORK_SECONDS;
