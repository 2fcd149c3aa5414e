import { describe, expect, it } from 'vitest';
import { motionVectorsOfZoom } from '#engine/video/h264/motion-vectors-of-zoom.ts';
import { findSlowZoomRoom, slowZoomFactorOfFrame } from '#engine/video/motion/slow-zoom.ts';
import { shotsWithSlowZoom } from '#features/renders/plan/slow-zoom.ts';
import type { ShotWithoutPresenter } from '#features/renders/plan/video-shot.ts';

const slide = { width: 1920, height: 1080 };
const focus = { x: 0.3, y: 0.95 };

describe('the room of an image that grows slowly', () => {
  it('keeps the edge next to the text where it is, and else the focus, away from the edges', () => {
    const left = { x: 0, y: 0, width: 882, height: 1080 };
    expect(findSlowZoomRoom(left, slide, focus)).toEqual({ ...left, anchorX: 882, anchorY: 864 });
    const right = { x: 1038, y: 0, width: 882, height: 1080 };
    expect(findSlowZoomRoom(right, slide, focus)).toMatchObject({ anchorX: 1038, anchorY: 864 });
    const top = { x: 0, y: 0, width: 1920, height: 500 };
    expect(findSlowZoomRoom(top, slide, focus)).toMatchObject({ anchorX: 576, anchorY: 500 });
  });

  it('is none for an image with ground around it', () => {
    expect(findSlowZoomRoom({ x: 60, y: 60, width: 800, height: 960 }, slide, focus)).toBeUndefined();
    expect(findSlowZoomRoom({ x: 0, y: 60, width: 800, height: 960 }, slide, focus)).toBeUndefined();
  });
});

describe('a slow zoom', () => {
  it('grows all the time, at most by what the image has, and is at rest in the end', () => {
    for (const total of [90, 300, 3000]) {
      const sizes = Array.from({ length: total + 5 }, (_, frame) =>
        slowZoomFactorOfFrame({ first: 0, total }, frame, 30),
      );
      expect(sizes[0]).toBe(1);
      for (const [i, size] of sizes.entries()) expect(size).toBeGreaterThanOrEqual(sizes[i - 1] ?? 1);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1.12);
      expect(sizes.at(-1)).toBe(sizes[total]);
    }
    expect(slowZoomFactorOfFrame({ first: 0, total: 300 }, 300, 30)).toBeCloseTo(1.05, 5);
  });

  it('has vectors from the anchor outwards: a larger image is found nearer to it', () => {
    const room = { x: 0, y: 0, width: 882, height: 1080, anchorX: 882, anchorY: 540 };
    const vectorOf = motionVectorsOfZoom(room, 1.05, 1);
    // The middle of the first macroblock is 874 pixels to the left of the anchor, and 532 above it.
    expect(vectorOf(0, 0)).toEqual({ x: Math.round((4 * 874) / 21), y: Math.round((4 * 532) / 21) });
    expect(vectorOf(54, 33)).toEqual({ x: 2, y: 1 });
    // The edge of the image divides the next macroblock, which shows the ground, too; the focus divides none.
    expect(vectorOf(55, 33)).toEqual({ x: 0, y: 1 });
    expect(motionVectorsOfZoom({ ...room, anchorX: 401 }, 1.05, 1)(25, 33).x).toBe(Math.round((-4 * 7) / 21));
    expect(motionVectorsOfZoom(room, 1, 1.05)(0, 0).x).toBeLessThan(0);
    expect(motionVectorsOfZoom(room, 1.03, 1.03)(0, 0)).toEqual({ x: 0, y: 0 });
  });
});

describe('the shots of a slide whose image grows', () => {
  const still = (frames: number, revealed: number): ShotWithoutPresenter => ({
    ...{ kind: 'still', frames },
    picture: { slide: 2, revealed },
  });
  const rise: ShotWithoutPresenter = {
    ...{ kind: 'transition', type: 'rise', frames: 12, direction: 'ltr' },
    ...{ from: { slide: 2, revealed: 0 }, to: { slide: 2, revealed: 1 } },
  };
  const planned = shotsWithSlowZoom(
    { first: { slide: 2, revealed: 0 }, last: { slide: 2, revealed: 1 }, shots: [still(30, 0), rise, still(258, 1)] },
    30,
  );

  it('have a key frame of its size at least every five seconds, and rest in the end', () => {
    expect(planned.shots.map(({ kind, frames }) => `${kind} ${frames}`)).toEqual([
      ...['still 30', 'transition 12', 'still 127', 'still 128', 'still 3'],
    ]);
    const zooms = planned.shots.flatMap((shot) => (shot.kind === 'still' ? [shot.picture.zoom ?? 0] : []));
    for (const [i, zoom] of zooms.entries()) expect(zoom).toBeGreaterThan(zooms[i - 1] ?? 0.9);
    expect([planned.first.zoom, planned.last.zoom]).toEqual([1, zooms.at(-1)]);
    // The last picture is at rest: its frames are equal.
    expect(planned.shots.map((shot) => ('zooms' in shot ? shot.zooms?.first : undefined))).toEqual([
      0,
      30,
      42,
      169,
      undefined,
    ]);
  });

  it('have a key frame every five seconds also where a part appears at once', () => {
    const { shots } = shotsWithSlowZoom(
      { first: { slide: 2, revealed: 0 }, last: { slide: 2, revealed: 1 }, shots: [still(180, 0), still(180, 1)] },
      30,
    );
    expect(shots.map(({ frames }) => frames)).toEqual([90, 90, 88, 89, 3]);
  });

  it('continue from the size of the key frame before to that of the next one while a part appears', () => {
    const [first, second, third] = planned.shots;
    if (first?.kind !== 'still' || second?.kind !== 'transition' || third?.kind !== 'still')
      throw new Error('other shots');
    expect(second.from.zoom).toBe(first.picture.zoom);
    expect(second.to.zoom).toBe(third.picture.zoom);
    expect([first, second, third].map(({ zooms }) => zooms?.first)).toEqual([0, 30, 42]);
  });
});
