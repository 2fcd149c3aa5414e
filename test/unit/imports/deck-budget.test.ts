import { describe, expect, it } from 'vitest';
import {
  allowedCpuSecondsOfDeck,
  canRestartDeckDrawing,
  deckCpuBudgetForPictureSize,
  drawingTimeLimitFactor,
  hasCpuBudgetForDrawing,
  isDeckCpuBudgetUsedUp,
  USUAL_DECK_CPU_BUDGET,
} from '#app/sandbox/deck-budget.ts';
import { DECK_PROCESS_LIMITS, deckProcessLimitsForLongSide } from '#app/sandbox/deck-process.ts';

/**
 * CPU seconds of public decks, as measured: to read one and open it, a slide, and the slowest slide, in 1080p and in 2160p. Two have large
 * photographs on each slide; those of the last one share some.
 */
const REAL = [
  { opening: 3, at: { 1920: [0.085, 0.6], 3840: [0.27, 2] } },
  { opening: 0.6, at: { 1920: [0.675, 1.2], 3840: [2.65, 4.7] } },
  { opening: 0.9, at: { 1920: [0.435, 1.5], 3840: [4, 7] } },
] as const;
/** Another machine may be slower by a sixth. */
const SLOWER = 1.16;

describe('the processor time that a deck may take', () => {
  it.each(([1920, 3840] as const).flatMap((side) => [1, 12, 60, 100, 500].map((slides) => ({ side, slides }))))(
    'is enough for real decks of $slides slides at $side pixels',
    ({ side, slides }) => {
      const { budget, pictureCpuSeconds } = deckProcessLimitsForLongSide(side, DECK_PROCESS_LIMITS);
      for (const { opening, at } of REAL) {
        const [slide, worst] = at[side];
        const taken = Array.from({ length: slides }, (_, drawn) => SLOWER * (opening + slide * drawn));
        expect(taken.findIndex((seconds, drawn) => isDeckCpuBudgetUsedUp(budget, drawn, seconds))).toBe(-1);
        expect(SLOWER * worst).toBeLessThan(pictureCpuSeconds);
      }
    },
  );

  it('ends a deck whose slides each take what one slide may, before it has taken ten seconds', () => {
    const each = DECK_PROCESS_LIMITS.pictureCpuSeconds;
    const drawn = Array.from({ length: 500 }, (_, at) => at).findIndex((at) =>
      isDeckCpuBudgetUsedUp(USUAL_DECK_CPU_BUDGET, at, each * at),
    );
    expect(each * drawn).toBeLessThan(10);
    expect(allowedCpuSecondsOfDeck(USUAL_DECK_CPU_BUDGET, drawn)).toBeLessThan(10);
  });

  it('grows with the pictures that were started', () => {
    expect([0, 4, 5, 60].map((pictures) => allowedCpuSecondsOfDeck(USUAL_DECK_CPU_BUDGET, pictures))).toEqual([
      7.5, 7.5, 8.5, 63.5,
    ]);
  });

  it('grows with the pixels beyond those of 1080p', () => {
    expect([480, 1080, 1920, 3840].map(drawingTimeLimitFactor)).toEqual([1, 1, 1, 4]);
    expect(allowedCpuSecondsOfDeck(deckCpuBudgetForPictureSize(3840, USUAL_DECK_CPU_BUDGET), 4)).toBe(30);
    expect(allowedCpuSecondsOfDeck(deckCpuBudgetForPictureSize(3840, USUAL_DECK_CPU_BUDGET), 5)).toBeCloseTo(36.06, 2);
  });
});

describe('a deck whose process was ended', () => {
  const spent = { cpuSeconds: 3, reading: 0.3, pictures: 4 };

  it('is drawn again if what is left of its time is enough to read it twice more, to open it and to draw', () => {
    expect(canRestartDeckDrawing(USUAL_DECK_CPU_BUDGET, spent)).toBe(true);
    // 3 s are left, but reading takes 1 s: a process would be ended while it opens the deck.
    expect(canRestartDeckDrawing(USUAL_DECK_CPU_BUDGET, { ...spent, cpuSeconds: 4.5, reading: 1 })).toBe(false);
    // The process would redesign each slide, since four fifths are spent.
    expect(canRestartDeckDrawing(USUAL_DECK_CPU_BUDGET, { ...spent, cpuSeconds: 4.8 })).toBe(false);
  });

  it('is opened only if a process that draws nothing can follow', () => {
    expect(hasCpuBudgetForDrawing(USUAL_DECK_CPU_BUDGET, { cpuSeconds: 2, reading: 2, pictures: 0 })).toBe(true);
    expect(hasCpuBudgetForDrawing(USUAL_DECK_CPU_BUDGET, { cpuSeconds: 4, reading: 4, pictures: 0 })).toBe(false);
  });
});
