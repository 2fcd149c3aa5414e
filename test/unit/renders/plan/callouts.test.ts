import { describe, expect, it } from 'vitest';
import { collectCalloutNumbersInShots, shotsWithCallouts } from '#features/renders/plan/callouts.ts';
import type { PictureRef, ShotWithoutPresenter } from '#features/renders/plan/video-shot.ts';
import type { SlideCallout } from '#features/timelines/public.ts';

const FPS = 30;
const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const callout = (over: Partial<SlideCallout> = {}): SlideCallout => ({ kind: 'box', area, ...over });
const still = (frames: number, picture: PictureRef = { slide: 0 }): ShotWithoutPresenter => ({
  kind: 'still',
  frames,
  picture,
});

const name = ({ revealed, callouts = [], view }: PictureRef): string =>
  `${revealed === undefined ? '' : `.${revealed}`}[${callouts.join()}]${view === undefined ? '' : `@${view}`}`;
function line(shot: ShotWithoutPresenter): string {
  if (shot.kind === 'still') return `${name(shot.picture)} ×${shot.frames}`;
  if (shot.kind === 'zoom') return `${shot.toward} ${name(shot.picture)} ×${shot.frames}`;
  return shot.kind === 'transition' ? `${shot.type} ${name(shot.from)}→${name(shot.to)} ×${shot.frames}` : 'moves';
}

const SAID = {
  said: 'First. [[show]] Second. [[show]] Third.',
  sentences: [] as { text: string; start_seconds: number }[],
};
const SPOKEN = {
  said: 'One thing. [[show]] Another thing.',
  sentences: [
    { text: 'One thing.', start_seconds: 0.5 },
    { text: 'Another thing.', start_seconds: 2 },
  ],
};
const plan = (
  list: readonly SlideCallout[],
  { shots = [still(150)], fades = false, begin = 0, moments = SAID } = {},
): string[] => {
  const frames = begin + shots.reduce((sum, shot) => sum + shot.frames, 0);
  const rules = { begin, fps: FPS, direction: 'ltr', moments: { ...moments, end: frames / FPS } } as const;
  const made = shotsWithCallouts(shots, { list, fades }, rules);
  expect(made.reduce((sum, shot) => sum + shot.frames, begin)).toBe(frames);
  for (const shot of made) expect(shot.frames).toBeGreaterThan(0);
  return made.map(line);
};

describe('callouts of a slide', () => {
  it('are there from the start, and until the end, unless they say otherwise', () => {
    expect(plan([callout()])).toEqual(['[0] ×150']);
    expect(plan([callout({ at: { seconds: 1 } })])).toEqual(['[] ×30', '[0] ×120']);
    expect(plan([callout({ at: { seconds: 1 }, until: { seconds: 2 } })])).toEqual(['[] ×30', '[0] ×30', '[] ×90']);
    expect(plan([callout(), callout({ at: { seconds: 2 } })])).toEqual(['[0] ×60', '[0,1] ×90']);
  });

  it('fade in and out where the slide moves', () => {
    expect(plan([callout({ at: { seconds: 1 }, until: { seconds: 3 } })], { fades: true })).toEqual([
      '[] ×30',
      'fade []→[0] ×9',
      '[0] ×51',
      'fade [0]→[] ×9',
      '[] ×51',
    ]);
  });

  it('appear with a sentence or a mark of the notes, and never where there is none', () => {
    expect(plan([callout({ at: { sentence: 2 } })], { moments: SPOKEN })).toEqual(['[] ×60', '[0] ×90']);
    expect(plan([callout({ at: { show: 1 } })], { moments: SPOKEN })).toEqual(['[] ×60', '[0] ×90']);
    for (const at of [{ sentence: 3 }, { show: 2 }, { seconds: 6 }])
      expect(plan([callout({ at })], { moments: SPOKEN })).toEqual(['[] ×150']);
    expect(plan([callout({ until: { show: 1 } })], { moments: SPOKEN })).toEqual(['[0] ×60', '[] ×90']);
  });

  it('let parts that grow or count fade in beneath them and before the camera, so that what they blur is never seen', () => {
    const [from, to] = [{ slide: 0, revealed: 1 }, { slide: 0 }];
    const entrance: ShotWithoutPresenter = { kind: 'drawn', frames: 24, from, to, parts: { from: 1, to: 2 } };
    const shots = [still(30, from), entrance, still(90, to)];
    expect(plan([callout({ kind: 'blur' })], { shots })).toEqual(['.1[0] ×30', 'fade .1[0]→[0] ×24', '[0] ×90']);
    expect(plan([callout({ kind: 'zoom' })], { shots, begin: 30 })[2]).toBe('.1[]@0 ×9');
    expect(plan([callout({ kind: 'zoom' })], { shots, begin: 30 })[3]).toBe('fade .1[]@0→[]@0 ×24');
    // Nothing is over the slide while its part enters.
    expect(plan([callout({ at: { seconds: 3 } })], { shots })[1]).toBe('moves');
  });

  it('wait for the end of a point that appears, and stand over all points', () => {
    const reveal: ShotWithoutPresenter = {
      ...{ kind: 'transition', type: 'rise', frames: 12, direction: 'ltr' },
      ...{ from: { slide: 0, revealed: 0 }, to: { slide: 0, revealed: 1 } },
    };
    const shots = [still(30, { slide: 0, revealed: 0 }), reveal, still(60, { slide: 0, revealed: 1 })];
    expect(plan([callout({ at: { seconds: 1.1 } })], { shots })).toEqual([
      '.0[] ×30',
      'rise .0[]→.1[] ×12',
      '.1[] ×3',
      '.1[0] ×57',
    ]);
    expect(plan([callout()], { shots })).toEqual(['.0[0] ×30', 'rise .0[0]→.1[0] ×12', '.1[0] ×60']);
  });

  it('keep key frames three frames apart, and appear together where there is no time between', () => {
    const close = [callout({ at: { seconds: 1 } }), callout({ at: { seconds: 1.05 } })];
    expect(plan(close)).toEqual(['[] ×30', '[0] ×3', '[0,1] ×117']);
    expect(plan([callout({ at: { seconds: 4.95 } })])).toEqual(['[] ×150']);
    expect(plan([callout({ at: { seconds: 0 } })], { begin: 15, shots: [still(60)] })).toEqual(['[0] ×60']);
  });

  it('move the camera there and back before the slide ends', () => {
    const zoom = callout({ kind: 'zoom', at: { seconds: 1 } });
    expect(plan([zoom])).toEqual(['[] ×30', 'in []@0 ×18', '[]@0 ×81', 'out []@0 ×18', '[] ×3']);
    expect(plan([{ ...zoom, until: { seconds: 2.5 } }])).toEqual([
      '[] ×30',
      'in []@0 ×18',
      '[]@0 ×27',
      'out []@0 ×18',
      '[] ×57',
    ]);
    // No time to go there and back.
    expect(plan([zoom], { shots: [still(60)] })).toEqual(['[] ×60']);
  });

  it('show what appears while the camera is near', () => {
    const list = [
      callout({ kind: 'zoom', at: { seconds: 1 }, until: { seconds: 4 } }),
      callout({ at: { seconds: 2 } }),
    ];
    expect(plan(list, { fades: true, shots: [still(240)] })).toEqual([
      '[] ×30',
      'in []@0 ×18',
      '[]@0 ×12',
      'fade []@0→[1]@0 ×9',
      '[1]@0 ×51',
      'out [1]@0 ×18',
      '[1] ×102',
    ]);
  });

  it('are found in the shots that show them', () => {
    const rules = { begin: 0, fps: FPS, direction: 'ltr', moments: { ...SAID, end: 5 } } as const;
    const list = [callout(), callout({ at: { seconds: 9 } }), callout({ kind: 'zoom', at: { seconds: 1 } })];
    expect(
      [...collectCalloutNumbersInShots(shotsWithCallouts([still(150)], { list, fades: false }, rules))].toSorted(),
    ).toEqual([0, 2]);
  });
});
