import { describe, expect, it } from 'vitest';
import type { RenderTask } from '#features/renders/render-task.ts';
import {
  isRenderOverdue,
  MAX_RENDER_LIFE_SECONDS,
  MAX_RENDER_WORK_SECONDS,
  renderWorkSeconds,
} from '#features/renders/work-time.ts';
import { sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const task = (over: Partial<RenderTask>): RenderTask => sampleTask(sampleRender(), { kind: 'video', ...over });
const done = (from: number, to: number): RenderTask => task({ state: 'done', began_at: at(from), done_at: at(to) });
const NOW = 1000;

describe('the seconds that a render worked', () => {
  it.each<[string, RenderTask[], number]>([
    ['are none before a worker has a task', [task({ enqueued_at: at(0) })], 0],
    ['are those between begin and end of a task', [done(10, 25)], 15],
    ['leave out what lies between two tasks', [done(10, 20), done(800, 830)], 40],
    ['count tasks at the same time once', [done(10, 50), done(20, 30), done(40, 60)], 50],
    ['go on while a worker has a task', [task({ state: 'claimed', began_at: at(900), lease_until: at(1010) })], 100],
    [
      'end with the lease of a worker that is gone',
      [task({ state: 'claimed', began_at: at(900), lease_until: at(915) })],
      15,
    ],
    ['end when a task is postponed', [task({ began_at: at(100), enqueued_at: at(130) })], 30],
    [
      'are none of a task that waited for hours and has just begun',
      [task({ state: 'claimed', enqueued_at: at(-9e4), began_at: at(NOW), lease_until: at(NOW + 15) })],
      0,
    ],
  ])('%s', (_, tasks, seconds) => {
    expect(renderWorkSeconds(tasks, secondsAfter(NOW))).toBe(seconds);
  });
});

describe('a render', () => {
  const begun = { deadline: at(MAX_RENDER_LIFE_SECONDS) };
  it('is overdue when it has worked for too long, not when it waited', () => {
    const waited = [done(0, 60), task({ enqueued_at: at(60) })];
    expect(isRenderOverdue(begun, waited, secondsAfter(20 * 3600))).toBe(false);
    const work = (seconds: number) => [done(0, seconds)];
    expect(isRenderOverdue(begun, work(MAX_RENDER_WORK_SECONDS), secondsAfter(MAX_RENDER_WORK_SECONDS))).toBe(false);
    expect(
      isRenderOverdue(begun, work(MAX_RENDER_WORK_SECONDS + 0.001), secondsAfter(MAX_RENDER_WORK_SECONDS + 1)),
    ).toBe(true);
  });

  it('is overdue in the end, whatever it waits for', () => {
    const waiting = [task({ enqueued_at: at(0) })];
    expect(isRenderOverdue(begun, waiting, secondsAfter(MAX_RENDER_LIFE_SECONDS))).toBe(false);
    expect(isRenderOverdue(begun, waiting, secondsAfter(MAX_RENDER_LIFE_SECONDS + 0.001))).toBe(true);
  });
});
