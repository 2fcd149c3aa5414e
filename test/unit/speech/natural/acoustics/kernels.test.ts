import { describe, expect, it } from 'vitest';
import { createFloatMatrixFactor, createIntegerMatrixFactor } from '#engine/speech/natural/acoustics/factor.ts';
import { fourierTwiddles } from '#engine/speech/natural/acoustics/kernels/fourier.ts';
import { createVoiceKernels } from '#engine/speech/natural/acoustics/kernels/kernels.ts';
import { allocateMatrix, numbersOfMatrix } from '#engine/speech/natural/acoustics/matrix.ts';
import { createModelMemory } from '#engine/speech/natural/acoustics/model-memory.ts';
import {
  floatRowsOfMatrix,
  multiplyFloatMatrices,
  multiplyIntegerMatrices,
  quantizeMatrix,
} from '#engine/speech/natural/acoustics/products.ts';

const memory = createModelMemory(createVoiceKernels());
const { kernels } = memory;

/** Numbers from −1 to 1 that look random. */
const wave = (index: number): number => Math.sin(12.9898 * index + 78.233 * Math.sin(index));

/** Puts numbers into memory, runs a function on them, and gives back what is there. */
const inPlace = (numbers: readonly number[], run: (from: number, end: number) => void): number[] =>
  memory.scoped(() => {
    const address = memory.keep(Float32Array.from(numbers));
    run(address, address + 4 * numbers.length);
    return [...memory.floats(address, numbers.length)];
  });

/** The error function by its series. */
function errorFunction(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

describe('functions of each number', () => {
  it('has GELU', () => {
    const numbers = Array.from({ length: 400 }, (_, index) => (index - 200) / 40);
    inPlace(numbers, kernels.gelu).forEach((value, index) => {
      const x = numbers[index] ?? 0;
      expect(Math.abs(value - (x / 2) * (1 + errorFunction(x / Math.SQRT2)))).toBeLessThan(2e-6);
    });
    expect(inPlace([-100, 100, 0, -6], kernels.gelu).slice(1, 3)).toEqual([100, 0]);
  });

  it('has softmax, whose greatest number counts most, however great it is', () => {
    const row = [1000, 999, -1000, 1000];
    const [a = 0, b = 0, c = 0, d = 0] = inPlace(row, (from, end) => kernels.softmax(from, end, 16));
    const sum = 2 + Math.exp(-1);
    expect(a).toBeCloseTo(1 / sum, 6);
    expect(b).toBeCloseTo(Math.exp(-1) / sum, 6);
    expect(c).toBeLessThan(1e-30);
    expect(d).toBe(a);
  });

  it('adds up the harmonics of a phase', () => {
    const phases = [0, 0.001, 0.1, 0.25, 0.5, -0.23, -0.001, -0.0001];
    const counts = [20, 0, 3, 7, 100, 50, 10, 20];
    const got = memory.scoped(() => {
      const halves = memory.keep(Float32Array.from(counts, (count) => count + 0.5));
      return inPlace(phases, (from, end) => kernels.pulses(from, end, halves));
    });
    got.forEach((value, index) => {
      const [count = 0, phase = 0] = [counts[index], phases[index]];
      const sum = Array.from({ length: count }, (_, n) => Math.cos(2 * Math.PI * (n + 1) * phase));
      expect(Math.abs(value - sum.reduce((a, b) => a + b, 0))).toBeLessThan(1e-4 * (1 + count));
    });
  });

  it('normalizes rows', () => {
    const [rows, columns] = [3, 128];
    const numbers = Array.from({ length: rows * columns }, (_, index) => 5 + 3 * wave(index));
    const [weights, biases] = [0, 1].map((part) => Array.from({ length: columns }, (_, index) => wave(index + part)));
    const got = memory.scoped(() => {
      const [w, b] = [memory.keep(Float32Array.from(weights ?? [])), memory.keep(Float32Array.from(biases ?? []))];
      return inPlace(numbers, (from, end) => kernels.layerNorm(from, end, from, 4 * columns, columns, w, b));
    });
    got.forEach((value, index) => {
      const row = numbers.slice(index - (index % columns), index - (index % columns) + columns);
      const mean = row.reduce((a, b) => a + b, 0) / columns;
      const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / columns;
      const normal = ((numbers[index] ?? 0) - mean) / Math.sqrt(variance + 1e-5);
      expect(value).toBeCloseTo(normal * (weights?.[index % columns] ?? 0) + (biases?.[index % columns] ?? 0), 4);
    });
  });
});

describe('products', () => {
  it.each([1, 4, 5, 131])('multiplies integers exactly: %s rows', (rows) => {
    const [length, columns] = [64, 24];
    const left = Float32Array.from({ length: rows * length }, (_, index) => 3 * wave(index) + 1);
    const right = Int8Array.from({ length: length * columns }, (_, index) => Math.round(127 * wave(index + 0.5)));
    const biases = Float32Array.from({ length: columns }, (_, column) => wave(column));
    memory.scoped(() => {
      const matrix = allocateMatrix(memory, rows, length);
      numbersOfMatrix(memory, matrix).set(left);
      const factor = createIntegerMatrixFactor(memory, right, length, { biases, step: 0.25 });
      const out = allocateMatrix(memory, rows, columns);
      const integers = quantizeMatrix(memory, matrix);
      multiplyIntegerMatrices(memory, integers, factor, out);
      const once = [...numbersOfMatrix(memory, out)];
      multiplyIntegerMatrices(memory, integers, factor, out, true);
      const twice = [...numbersOfMatrix(memory, out)];
      // 255 steps from the least to the greatest number, or 0.
      const [least, most] = [Math.min(0, ...left), Math.max(0, ...left)];
      const step = Math.fround(Math.fround(most - least) / 255);
      expect(integers.step).toBe(step);
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          let sum = 0;
          for (let k = 0; k < length; k++) {
            sum += Math.round((left[row * length + k] ?? 0) / step) * (right[k * columns + column] ?? 0);
          }
          const expected = sum * 0.25 * step + (biases[column] ?? 0);
          expect(Math.abs((once[row * columns + column] ?? 0) - expected)).toBeLessThan(
            1e-5 * (1 + Math.abs(expected)),
          );
          expect(twice[row * columns + column]).toBeCloseTo(2 * expected, 2);
        }
      }
    });
  });

  it('multiplies floats, and leaves columns empty that a panel has too many', () => {
    const [rows, length, columns] = [6, 10, 3];
    memory.scoped(() => {
      const matrix = allocateMatrix(memory, rows, length);
      numbersOfMatrix(memory, matrix).forEach((_, index, numbers) => {
        numbers[index] = wave(index);
      });
      const value = (row: number, column: number): number => wave(row * 7 + column);
      const gains = Float32Array.of(1, 2, 3);
      const factor = createFloatMatrixFactor(memory, [length, columns], value, {
        biases: Float32Array.of(1, 2, 3),
        gains,
      });
      const out = allocateMatrix(memory, rows, factor.columns);
      multiplyFloatMatrices(memory, floatRowsOfMatrix(matrix), factor, floatRowsOfMatrix(out), 0.5);
      const got = numbersOfMatrix(memory, out);
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          let sum = 0;
          for (let k = 0; k < length; k++) sum += wave(row * length + k) * value(k, column);
          const gain = column + 1;
          expect(got[row * factor.columns + column]).toBeCloseTo(gain * (0.5 * sum + gain), 4);
        }
        expect([...got.subarray(row * factor.columns + columns, (row + 1) * factor.columns)]).toEqual([0, 0, 0, 0, 0]);
      }
    });
  });

  it('rounds half to even when it quantizes', () => {
    const numbers = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 300, -300];
    const got = memory.scoped(() => {
      const [from, to] = [memory.keep(Float32Array.from(numbers)), memory.take(16)];
      kernels.quantize(from, from + 32, to, 1, -100, 155);
      return [...new Int16Array(kernels.memory.buffer, to, 8)];
    });
    expect(got).toEqual([0, 2, 2, 0, -2, -2, 155, -100]);
  });
});

describe('fourier', () => {
  it('transforms four sequences at once', () => {
    const length = 1200;
    memory.scoped(() => {
      const [from, to] = [memory.take(32 * length), memory.take(32 * length)];
      const twiddles = memory.keep(fourierTwiddles());
      const numbers = memory.floats(from, 8 * length);
      numbers.forEach((_, index) => {
        numbers[index] = wave(index);
      });
      kernels.fourier(from, to, twiddles);
      const got = memory.floats(to, 8 * length);
      for (const bin of [0, 1, 2, 3, 599, 600, 601, 1199]) {
        for (let lane = 0; lane < 4; lane++) {
          let [real, imaginary] = [0, 0];
          for (let n = 0; n < length; n++) {
            const angle = (-2 * Math.PI * ((n * bin) % length)) / length;
            const [a, b] = [Math.fround(wave(8 * n + lane)), Math.fround(wave(8 * n + 4 + lane))];
            real += a * Math.cos(angle) - b * Math.sin(angle);
            imaginary += a * Math.sin(angle) + b * Math.cos(angle);
          }
          expect(Math.abs((got[8 * bin + lane] ?? 0) - real)).toBeLessThan(2e-4);
          expect(Math.abs((got[8 * bin + 4 + lane] ?? 0) - imaginary)).toBeLessThan(2e-4);
        }
      }
    });
  });
});
