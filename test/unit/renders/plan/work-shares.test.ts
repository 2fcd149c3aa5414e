import { describe, expect, it } from 'vitest';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { TransitionTypeWithFrames } from '#engine/video/transitions/transition-types.ts';
import {
  fitsOneWorker,
  shotEncodingCoreSeconds,
  splitListByCost,
  splitMissingSpeech,
} from '#features/renders/plan/work-shares.ts';

const settings: VideoSettings = { codec: 'h264', width: 1920, height: 1080, fps: 30, quality: 'standard' };
const still = { kind: 'still', frames: 30, picture: { slide: 0 } } as const;
const move = { kind: 'image_motion', frames: 150, slide: 0, motion: 'zoom_in', first: 0, total: 150 } as const;

describe('the cost of a shot', () => {
  it('does not depend on how long a picture stands', () => {
    expect(shotEncodingCoreSeconds({ ...still, frames: 9000 }, settings)).toBe(
      shotEncodingCoreSeconds(still, settings),
    );
  });
  it('grows with the moving frames and with the pixels', () => {
    const of = (frames: number): number => shotEncodingCoreSeconds({ ...move, frames }, settings);
    expect(of(300) - of(150)).toBeCloseTo(of(150) - of(0), 9);
    expect(of(150)).toBeGreaterThan(1.8 * of(75));
    expect(shotEncodingCoreSeconds(still, { ...settings, width: 3840, height: 2160 })).toBeCloseTo(
      4 * shotEncodingCoreSeconds(still, settings),
      9,
    );
  });
});

describe('the cost of a video', () => {
  const of = (frames: number, over: { inStep?: true } = {}): number =>
    shotEncodingCoreSeconds({ kind: 'footage', frames, slide: 0, source: 's', second: 0, ...over }, settings);
  it('is so low where its frames are joined as they are that one worker does a minute', () => {
    expect(fitsOneWorker([of(60 * 30, { inStep: true })])).toBe(true);
    expect(fitsOneWorker([of(60 * 30)])).toBe(false);
  });
  it('is high enough that no worker has more of it than it can encode in its time, if it must', () => {
    const costs = Array.from({ length: (30 * 60) / 2 }, () => of(60, { inStep: true }));
    const most = Math.max(...splitListByCost(costs).map(({ count }) => count * of(60)));
    expect(most / 1.16).toBeLessThan(400);
  });
});

describe('the cost of a transition', () => {
  const costOf = (type: TransitionTypeWithFrames, over: Partial<VideoSettings> = {}): number =>
    shotEncodingCoreSeconds(
      { kind: 'transition', type, direction: 'ltr', frames: 12, from: { slide: 0 }, to: { slide: 1 } },
      { ...settings, ...over },
    );
  it('is that of a still where decoders make its frames', () => {
    for (const type of ['fade', 'slide', 'cover'] as const)
      expect(costOf(type)).toBe(shotEncodingCoreSeconds(still, settings));
  });
  it('is the higher the more there is to compute, and in any case more than that of a still', () => {
    const [pushed, opened, blurred] = [costOf('push'), costOf('iris'), costOf('blur')];
    expect(pushed).toBeGreaterThan(5 * shotEncodingCoreSeconds(still, settings));
    expect([opened > pushed, blurred > opened]).toEqual([true, true]);
    expect(costOf('cover', { codec: 'vp9' })).toBeGreaterThan(costOf('cover') * 5);
  });
});

describe('work', () => {
  it('is dealt out in runs that follow one another, none empty, the last to the end', () => {
    for (const count of [1, 2, 7, 60, 500, 5000]) {
      const costs = Array.from({ length: count }, (_, i) => 0.05 + ((i * 31) % 7) / 5);
      let next = 0;
      for (const share of splitListByCost(costs)) {
        expect(share.first).toBe(next);
        expect(share.count).toBeGreaterThan(0);
        next += share.count;
      }
      expect(next).toBe(count);
    }
  });
  it('of nothing is nothing', () => expect(splitListByCost([])).toEqual([]));
  it('is dealt out evenly, to no more than can be of use', () => {
    const shares = splitListByCost(Array.from({ length: 60 }, () => 0.1));
    expect(shares.map(({ count }) => count)).toEqual([30, 30]);
    expect(splitListByCost(Array.from({ length: 5000 }, () => 2))).toHaveLength(128);
  });
  it('is never more in a share than its worker has time for', () => {
    const hours = 4;
    for (const codec of ['h264', 'h265', 'vp9', 'av1'] as const) {
      // Motion from end to end, cut every five seconds.
      const fast: VideoSettings = { ...settings, codec, width: 3840, height: 2160, fps: 60 };
      const cost = shotEncodingCoreSeconds({ ...move, frames: 300, total: 300 }, fast);
      const costs = Array.from({ length: (hours * 3600) / 5 }, () => cost);
      const most = Math.max(...splitListByCost(costs).map(({ count }) => count * cost));
      expect(most / 1.16).toBeLessThan(400);
    }
  });
  it('is small up to a few seconds, all kinds together', () => {
    expect(fitsOneWorker([])).toBe(true);
    expect(fitsOneWorker([1, 1, 1])).toBe(true);
    expect(fitsOneWorker([1, 1, 1.1])).toBe(false);
  });
});

describe('speech to be made', () => {
  const counts = (characters: readonly number[], atOnce: number) =>
    splitMissingSpeech(characters, atOnce).map(({ count }) => count);
  const many = (count: number, characters = 100) => Array.from({ length: count }, () => characters);

  it('has a task each while workers are free, then several in one, up to eight', () => {
    expect(splitMissingSpeech([], 12)).toEqual([]);
    expect(counts(many(12), 12)).toEqual(many(12, 1));
    expect(counts(many(24), 12)).toEqual(many(8, 3));
    expect(counts(many(60), 12)).toEqual([8, 8, 8, 8, 8, 8, 8, 4]);
    expect(counts(many(20), 1)).toEqual([8, 8, 4]);
  });

  it('is shared out so that no task has more than 3,000 characters, unless one speech has', () => {
    expect(counts([1000, 1000, 1000, 1], 1)).toEqual([3, 1]);
    expect(counts([5000, 1, 5000, 2999, 1, 1], 1)).toEqual([1, 1, 1, 2, 1]);
  });

  it('is shared out whole and in order', () => {
    const shares = splitMissingSpeech(many(500, 700), 7);
    let next = 0;
    for (const { first, count } of shares) {
      expect(first).toBe(next);
      next += count;
    }
    expect(next).toBe(500);
  });
});
