import { timestamp } from '#kernel/shared/clock.ts';
import type { Render } from './render.ts';
import type { RenderTask } from './render-task.ts';

/**
 * Longest working time of a render, in seconds: the time in which a worker had at least one of its tasks. What it waits for a
 * slot, a synthesizer or an encoder does not count, since others decide how long that is.
 */
export const WORK_SECONDS = 2 * 3600;

/** Seconds after its start at which a render ends, whatever it has waited for. */
export const LIFE_SECONDS = 24 * 3600;

/** Time that a task was with workers, in ms; undefined before a worker took it. Pauses between its attempts are part of it. */
function workOf({ state, began_at, done_at, lease_until, enqueued_at }: RenderTask, now: number) {
  if (began_at === undefined) return undefined;
  const from = Date.parse(began_at);
  if (done_at !== undefined) return { from, to: Date.parse(done_at) };
  if (state === 'claimed' && lease_until !== undefined) return { from, to: Math.min(now, Date.parse(lease_until)) };
  // Given back: a postponed task, or one with a new message, waits since then.
  return { from, to: Math.max(from, Math.min(now, Date.parse(enqueued_at))) };
}

/** The seconds in which a worker had at least one of the tasks. Pure. */
export function workedSeconds(tasks: readonly RenderTask[], now: Date): number {
  const works = tasks.flatMap((task) => workOf(task, now.getTime()) ?? []).sort((a, b) => a.from - b.from);
  let worked = 0;
  let counted = 0;
  for (const { from, to } of works) {
    worked += Math.max(0, to - Math.max(from, counted));
    counted = Math.max(counted, to);
  }
  return worked / 1000;
}

/** Reports whether a render has worked for too long, or is past the time at which it ends whatever it waits for. Pure. */
export const isOverdue = (render: Pick<Render, 'deadline'>, tasks: readonly RenderTask[], now: Date): boolean =>
  render.deadline < timestamp(now) || workedSeconds(tasks, now) > WORK_SECONDS;
