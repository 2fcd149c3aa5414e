import { describe, expect, it } from 'vitest';
import type { FrameSchedule } from '#features/renders/plan/frame-schedule.ts';
import { planRender, type RenderPlanInput } from '#features/renders/plan/render-plan.ts';
import type { VideoShot } from '#features/renders/plan/video-shot.ts';

const still = (slide: number, frames = 30): VideoShot => ({ kind: 'still', frames, picture: { slide } });
const fade = (from: number, to: number): VideoShot => ({
  kind: 'transition',
  type: 'fade',
  direction: 'ltr',
  frames: 15,
  from: { slide: from },
  to: { slide: to },
});
const timeLine = (slides: VideoShot[][]): FrameSchedule => {
  let start_frame = 0;
  const placed = slides.map((shots) => {
    const frames = shots.reduce((sum, shot) => sum + shot.frames, 0);
    const slide = { start_frame, frames, shots };
    start_frame += frames;
    return slide;
  });
  return { fps: 30, frames: start_frame, slides: placed, captions: [] };
};
const nameOf = (shot: VideoShot): string =>
  shot.kind === 'still'
    ? `s${shot.picture.slide}`
    : shot.kind === 'transition'
      ? `${shot.from.slide}>${shot.to.slide}`
      : '';
const plan = (slides: VideoShot[][], over: Partial<RenderPlanInput> = {}) =>
  planRender({
    timeLine: timeLine(slides),
    film: 'f',
    name: nameOf,
    shotCost: () => 1,
    exists: () => false,
    isReused: over.exists ?? (() => false),
    ...over,
  });
const amongst =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

const DECK = [[still(0)], [fade(0, 1), still(1)], [fade(1, 2), still(2)]];

describe('the plan of a render', () => {
  it('names every shot and makes all of them when nothing is there', () => {
    const { shots, missing, slides_reused, frames } = plan(DECK);
    expect(shots.map(({ clip }) => clip)).toEqual(['s0', '0>1', 's1', '1>2', 's2']);
    expect(missing.shots).toEqual([0, 1, 2, 3, 4]);
    expect([slides_reused, frames]).toEqual([0, 120]);
  });

  it('makes only what is not there, and counts slides of which everything is', () => {
    const { missing, slides_reused } = plan(DECK, { exists: amongst('s0', '0>1', 's1', 's2') });
    expect(missing.shots).toEqual([3]);
    expect(slides_reused).toBe(2);
  });

  it('makes a clip that is shown several times once', () => {
    expect(plan([[still(7)], [still(8)], [still(7)]]).missing.shots).toEqual([0, 1]);
  });

  it('deals out nothing when everything is there, or so little that it is not worth a message', () => {
    expect(plan(DECK, { exists: () => true })).toMatchObject({
      missing: { shots: [], parts: [] },
      shares: { shots: [], parts: [] },
      slides_reused: 3,
    });
    expect(plan(DECK, { shotCost: () => 0.1 }).shares).toEqual({ shots: [], parts: [] });
  });

  it('deals out large work in shares that hold all of it once, in order', () => {
    const { shares, missing } = plan(DECK, { shotCost: () => 3 });
    expect(shares.shots.flatMap(({ first, count }) => missing.shots.slice(first, first + count))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(shares.shots.length).toBeGreaterThan(1);
  });

  it('makes a part of the sound that comes twice once, and none that exists', () => {
    const spec = { codec: 'aac', totalSamples: 1, cues: [] } as const;
    const sound = { spec, sound_files: {}, track: 'track', parts: ['a', 'b', 'a', 'c'], partCosts: [2, 2, 2, 2] };
    const { missing, shares } = plan([[still(0)]], { sound, exists: amongst('c', 's0') });
    expect(missing).toEqual({ shots: [], parts: [0, 1] });
    expect(shares.parts).toEqual([
      { first: 0, count: 1 },
      { first: 1, count: 1 },
    ]);
  });

  it('makes no part of a sound that exists as a whole', () => {
    const spec = { codec: 'aac', totalSamples: 1, cues: [] } as const;
    const sound = { spec, sound_files: {}, track: 'track', parts: ['a', 'b'], partCosts: [2, 2] };
    const { missing, shares } = plan([[still(0)]], { sound, exists: amongst('track', 's0') });
    expect(missing.parts).toEqual([]);
    expect(shares).toEqual({ shots: [], parts: [] });
  });
});
