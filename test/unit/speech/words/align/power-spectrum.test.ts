import { expect, it } from 'vitest';
import { ALIGNMENT_FFT_SAMPLES, replaceByPowerSpectra } from '#engine/speech/words/align/power-spectrum.ts';

const wave = (frequency: number, amplitude: number) =>
  Float64Array.from(
    { length: ALIGNMENT_FFT_SAMPLES },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / ALIGNMENT_FFT_SAMPLES),
  );

it('has the frequencies of two sounds apart, with the power of each', () => {
  const [one, other] = [wave(7, 3), wave(120, 5)];
  const constant = 2;
  for (const [at, value] of other.entries()) other[at] = value + constant;
  replaceByPowerSpectra(one, other);
  const half = ALIGNMENT_FFT_SAMPLES / 2;
  for (let k = 0; k < half; k++) {
    expect(one[k], `one ${k}`).toBeCloseTo(k === 7 ? (3 * half) ** 2 : 0, 4);
    const expected = k === 0 ? (constant * ALIGNMENT_FFT_SAMPLES) ** 2 : k === 120 ? (5 * half) ** 2 : 0;
    expect(other[k], `other ${k}`).toBeCloseTo(expected, 4);
  }
});
