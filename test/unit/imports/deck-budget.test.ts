import { describe, expect, it } from 'vitest';
import { cpuAllowed, DECK_BUDGET, isTooTired } from '#app/sandbox/deck-budget.ts';
import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';

/** CPU seconds of real decks in 1080p, as measured: to read one and open it, and a slide. */
const REAL = { opening: 1.5, slide: 0.225 };

describe('the processor time that a deck may take', () => {
  it.each([1, 12, 60, 100, 500])(
    'is enough for a real deck of %i slides, also on a machine that is a third slower',
    (slides) => {
      const taken = Array.from({ length: slides }, (_, at) => 1.33 * (REAL.opening + REAL.slide * at));
      expect(taken.filter((seconds, at) => isTooTired(DECK_BUDGET, at, seconds))).toEqual([]);
    },
  );

  it('ends a deck whose slides each take what one slide may, before it has taken ten seconds', () => {
    const each = DECK_PROCESS_LIMITS.pictureCpuSeconds;
    const drawn = Array.from({ length: 500 }, (_, at) => at).findIndex((at) => isTooTired(DECK_BUDGET, at, each * at));
    expect(each * drawn).toBeLessThan(10);
    expect(cpuAllowed(DECK_BUDGET, drawn)).toBeLessThan(10);
  });

  it('grows with the pictures that were started', () => {
    expect([0, 8, 9, 60].map((pictures) => cpuAllowed(DECK_BUDGET, pictures))).toEqual([7.5, 7.5, 7.9, 28.3]);
  });
});
