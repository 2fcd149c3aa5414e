import { describe, expect, it } from 'vitest';
import { encodedFractionOfRender, nextRenderStep, renderProgressPercent } from '#features/renders/next-render-step.ts';
import { RENDER_TASK_KINDS, type RenderTask } from '#features/renders/render-task.ts';
import { sampleRender, sampleTask } from '#test/support/samples/entities.ts';

const render = sampleRender();
const STATES = { '.': 'pending', c: 'claimed', D: 'done' } as const;

/** `video:D.c` stands for three video tasks: done, pending, claimed; `plan:D=2` for one that dealt out two parts. */
function tasks(text: string): RenderTask[] {
  return text.split(' ').flatMap((group) => {
    const [named = '', dealt] = group.split('=');
    const result = dealt === undefined ? {} : { result: { parts: Number(dealt) } };
    const [kind, states = ''] = named.split(':');
    const known = RENDER_TASK_KINDS.find((candidate) => candidate === kind);
    if (!known) return [];
    return [...states].map((state, index) =>
      sampleTask(render, { kind: known, index, state: STATES[state as keyof typeof STATES], ...result }),
    );
  });
}

// In the order of a render's life: progress never falls from one row of a group to the next.
const LIVES: [string, [string, 'wait' | 'plan' | 'assemble', number][]][] = [
  [
    'without narration',
    [
      ['', 'wait', 1],
      ['prepare:.', 'wait', 1],
      ['prepare:c', 'wait', 1],
      ['prepare:c video:.', 'wait', 1],
      ['prepare:c video:D', 'wait', 1],
      ['prepare:D=2 video:..', 'wait', 5],
      ['prepare:D=2 video:c.', 'wait', 5],
      ['prepare:D=2 video:D.', 'wait', 48],
      ['prepare:D=2 video:Dc', 'wait', 48],
      ['prepare:D=2 video:DD', 'assemble', 92],
      ['prepare:D=2 video:DD assembly:.', 'wait', 92],
      ['prepare:D=2 video:DD assembly:c', 'wait', 92],
      ['prepare:D=2 video:DD assembly:D', 'wait', 92],
    ],
  ],
  [
    'with narration',
    [
      ['prepare:c narration:..', 'wait', 1],
      ['prepare:c narration:DD', 'wait', 1],
      ['prepare:D narration:..', 'wait', 5],
      ['prepare:D narration:Dc', 'wait', 17],
      ['prepare:D narration:DD', 'plan', 30],
      ['prepare:D narration:DD plan:.', 'wait', 30],
      ['prepare:D narration:DD plan:c video:.', 'wait', 30],
      ['prepare:D narration:DD plan:c video:DD audio:D', 'wait', 30],
      ['prepare:D narration:DD plan:D=3 video:.. audio:.', 'wait', 30],
      ['prepare:D narration:DD plan:D=3 video:DD audio:.', 'wait', 71],
      ['prepare:D narration:DD plan:D=3 video:D. audio:D', 'wait', 71],
      ['prepare:D narration:DD plan:D=3 video:DD audio:D', 'assemble', 92],
      ['prepare:D narration:DD plan:D=3 video:DD audio:D assembly:.', 'wait', 92],
    ],
  ],
  [
    'whose narration others made while its preparation was tried again',
    [
      ['prepare:c narration:..', 'wait', 1],
      ['prepare:D=3 narration:.. video:.. audio:.', 'wait', 30],
      ['prepare:D=3 narration:.. video:DD audio:D', 'assemble', 92],
    ],
  ],
  [
    'that is so small that nothing is dealt out',
    [
      ['prepare:c', 'wait', 1],
      ['prepare:D=0', 'assemble', 5],
      ['prepare:D=0 assembly:.', 'wait', 5],
      ['prepare:D=0 assembly:c', 'wait', 5],
    ],
  ],
  [
    'whose preparation ran twice and dealt out less the second time',
    [
      ['prepare:c video:D..', 'wait', 1],
      ['prepare:D=1 video:D..', 'assemble', 34],
    ],
  ],
];

describe.each(LIVES)('a render %s', (_, life) => {
  it.each(life)('%j: next is %s, at %i %%', (text, step, progress) => {
    expect(nextRenderStep(tasks(text))).toEqual({ do: step });
    expect(renderProgressPercent(tasks(text))).toBe(progress);
  });

  it('never goes back', () => {
    const progress = life.map(([text]) => renderProgressPercent(tasks(text)));
    expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
  });
});

describe('progress', () => {
  it('counts every part, and never reaches 100 by itself', () => {
    const shown = Array.from({ length: 35 }, (_, done) =>
      renderProgressPercent(tasks(`prepare:D=34 video:${'D'.repeat(done)}${'.'.repeat(34 - done)}`)),
    );
    expect(new Set(shown).size).toBe(35);
    expect([shown[0], shown[34]]).toEqual([5, 92]);
  });
});

describe('the encoded share of a video', () => {
  it.each([
    ['', 0],
    ['prepare:D narration:DD', 0],
    ['prepare:D=4 video:..', 0],
    ['prepare:D=4 video:Dc audio:.', 0.25],
    ['prepare:D narration:D plan:D=4 video:DD audio:D', 0.75],
    ['prepare:D=2 video:D audio:D assembly:c', 1],
    ['prepare:D=0 assembly:c', 0],
  ])('%s: %d', (text, share) => expect(encodedFractionOfRender(tasks(text))).toBe(share));
});
