import { describe, expect, it } from 'vitest';
import { createRenderEvent, isProgressEventDue } from '#features/renders/events.ts';
import { START, sampleRender, secondsAfter } from '#test/support/samples/entities.ts';

const at = (seconds: number) => secondsAfter(seconds).toISOString();

describe('a progress event', () => {
  it.each([
    ['below 10 %', undefined, 9, 100, false],
    ['at 10 %, the first', undefined, 10, 0, true],
    ['beyond several steps, the first', undefined, 92, 0, true],
    ['within the same step', [10, 0], 19, 100, false],
    ['at the next step, too soon', [10, 0], 20, 4.999, false],
    ['at the next step, 5 s later', [10, 0], 20, 5, true],
    ['several steps on, too soon', [10, 0], 80, 1, false],
    ['less progress than before', [50, 0], 20, 100, false],
    ['at the step that the last one was in', [17, 0], 19, 100, false],
  ] as const)('%s', (_, last, progress, seconds, due) => {
    const render = sampleRender(last ? { progress_event: { progress: last[0], at: at(last[1]) } } : {});
    expect(isProgressEventDue(render, progress, secondsAfter(seconds))).toBe(due);
  });

  it('is sent at most nine times in a render, and never twice within 5 s', () => {
    let render = sampleRender();
    const times: number[] = [];
    for (let i = 0; i <= 99 * 4; i++) {
      const [progress, seconds] = [Math.floor(i / 4), i / 2];
      if (!isProgressEventDue(render, progress, secondsAfter(seconds))) continue;
      render = { ...render, progress_event: { progress, at: at(seconds) } };
      times.push(seconds);
    }
    expect(times.length).toBe(9);
    times.slice(1).forEach((time, i) => {
      expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(5);
    });
  });
});

describe('the id of an event', () => {
  const render = sampleRender();
  it('is the same when the change is written again later, and differs by render, name and step', () => {
    const event = createRenderEvent('render.completed', render, at(60));
    expect(createRenderEvent('render.completed', { ...render, progress: 100 }, at(90)).event_id).toBe(event.event_id);
    const others = [
      createRenderEvent('render.failed', render, at(60)),
      createRenderEvent('render.completed', sampleRender(), at(60)),
      createRenderEvent('render.progress', render, at(60), '10'),
      createRenderEvent('render.progress', render, at(60), '20'),
    ];
    expect(new Set([event, ...others].map(({ event_id }) => event_id)).size).toBe(5);
    expect(event).toMatchObject({
      event: 'render.completed',
      created_at: at(60),
      account_id: render.account_id,
      render,
    });
    expect(START.getTime()).toBe(Date.parse(render.created_at));
  });
});
