import { describe, expect, it } from 'vitest';
import { findSound } from '#test/bench/audio-lag.ts';

/** Something that is like nothing but itself. */
function noise(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

describe('looking for a sound in another', () => {
  it('finds the sample at which it starts, at whatever volume', () => {
    const sound = noise(400);
    const within = new Float32Array(2000).map((_, i) => 0.01 * Math.sin(i));
    sound.forEach((sample, i) => {
      within[777 + i] = sample / 4;
    });
    const { at, likeness } = findSound(sound, within, 0, 1500);
    expect(at).toBe(777);
    expect(likeness).toBeGreaterThan(0.99);
  });

  it('is not sure of a sound that is not there', () => {
    const { likeness } = findSound(
      noise(400),
      new Float32Array(2000).map((_, i) => Math.sin(i)),
      0,
      1500,
    );
    expect(likeness).toBeLessThan(0.3);
  });

  it('refuses to look beyond the end', () => {
    expect(() => findSound(noise(400), noise(1000), 0, 602)).toThrow(RangeError);
    expect(findSound(noise(400), noise(1000), 0, 601).at).toBe(0);
  });
});
