import { describe, expect, it } from 'vitest';
import {
  budgetTimes,
  canDrawAgain,
  canOpen,
  cpuAllowed,
  DECK_BUDGET,
  isTooTired,
  timeFactor,
} from '#app/sandbox/deck-budget.ts';
import { DECK_PROCESS_LIMITS, limitsAt } from '#app/sandbox/deck-process.ts';

/**
 * CPU seconds of public decks in 1080p, as measured: to read one and open it, a slide, and the slowest slide. The third has large
 * photographs on each of its slides.
 */
const REAL = [
  { opening: 3, slide: 0.085, worst: 0.6 },
  { opening: 1, slide: 0.32, worst: 1 },
  { opening: 0.55, slide: 0.675, worst: 1.2 },
];
/** Factors of drawing in other sizes, as measured with the same decks: up to 3.9 for four times the pixels. */
const SIZES = [
  { longSide: 960, factor: 1 },
  { longSide: 1920, factor: 1 },
  { longSide: 2560, factor: 1.8 },
  { longSide: 3840, factor: 3.9 },
];
/** Another machine may be slower by a sixth. */
const SLOWER = 1.16;

describe('the processor time that a deck may take', () => {
  it.each(SIZES.flatMap((size) => [1, 12, 60, 100, 500].map((slides) => ({ ...size, slides }))))(
    'is enough for real decks of $slides slides at $longSide pixels',
    ({ longSide, factor, slides }) => {
      const { budget, pictureCpuSeconds } = limitsAt(longSide, DECK_PROCESS_LIMITS);
      for (const { opening, slide, worst } of REAL) {
        const taken = Array.from({ length: slides }, (_, at) => SLOWER * (opening + factor * slide * at));
        expect(taken.findIndex((seconds, at) => isTooTired(budget, at, seconds))).toBe(-1);
        expect(SLOWER * factor * worst).toBeLessThan(pictureCpuSeconds);
      }
    },
  );

  it('ends a deck whose slides each take what one slide may, before it has taken ten seconds', () => {
    const each = DECK_PROCESS_LIMITS.pictureCpuSeconds;
    const drawn = Array.from({ length: 500 }, (_, at) => at).findIndex((at) => isTooTired(DECK_BUDGET, at, each * at));
    expect(each * drawn).toBeLessThan(10);
    expect(cpuAllowed(DECK_BUDGET, drawn)).toBeLessThan(10);
  });

  it('grows with the pictures that were started', () => {
    expect([0, 4, 5, 60].map((pictures) => cpuAllowed(DECK_BUDGET, pictures))).toEqual([7.5, 7.5, 8.5, 63.5]);
  });

  it('grows with the pixels beyond those of 1080p', () => {
    expect([480, 1080, 1920, 3840].map(timeFactor)).toEqual([1, 1, 1, 4]);
    expect(cpuAllowed(budgetTimes(4, DECK_BUDGET), 5)).toBe(34);
  });
});

describe('a deck whose process was ended', () => {
  const spent = { cpuSeconds: 3, reading: 0.3, pictures: 4 };

  it('is drawn again if what is left of its time is enough to read it twice more, to open it and to draw', () => {
    expect(canDrawAgain(DECK_BUDGET, spent)).toBe(true);
    // 3 s are left, but reading takes 1 s: a process would be ended while it opens the deck.
    expect(canDrawAgain(DECK_BUDGET, { ...spent, cpuSeconds: 4.5, reading: 1 })).toBe(false);
    // The process would redesign each slide, since four fifths are spent.
    expect(canDrawAgain(DECK_BUDGET, { ...spent, cpuSeconds: 4.8 })).toBe(false);
  });

  it('is opened only if a process that draws nothing can follow', () => {
    expect(canOpen(DECK_BUDGET, { cpuSeconds: 2, reading: 2, pictures: 0 })).toBe(true);
    expect(canOpen(DECK_BUDGET, { cpuSeconds: 4, reading: 4, pictures: 0 })).toBe(false);
  });
});
