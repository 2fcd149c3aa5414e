import { expect, test } from 'vitest';
import { type Expected, faultsOf } from '#test/ci/proof/faults.ts';
import type { Observation } from '#test/ci/proof/observe-film.ts';

/** One frame of a, three of b, a fade of two, and twelve of c with a key frame after six; 25 frames per second. */
const EXPECTED: Expected = {
  settings: { width: 64, height: 48, fps: 25 },
  shots: [
    { picture: 0, frames: 1 },
    { picture: 1, frames: 3 },
    { fade: [1, 2], frames: 2 },
    { picture: 2, frames: 12 },
  ],
  frames: 18,
  keyframes: [0, 1, 4, 6, 12],
  isCopied: true,
  areFadesBlended: false,
};

const right = (): Observation => ({
  index: {
    ...{ frames: 18, keyframes: [0, 1, 4, 6, 12], width: 64, height: 48 },
    ...{ runs: [{ count: 18, duration: 1000 }], ticksPerSecond: 25_000 },
  },
  hashes: [...'abbbfg', ...'c'.repeat(12)],
  ssims: [0.995, 0.996, 0.996, 0.996, undefined, undefined, ...Array<number>(12).fill(0.997)],
});

const changed = (change: (observation: Observation) => void): string[] => {
  const observation = right();
  change(observation);
  return faultsOf(EXPECTED, observation);
};

test('a video that is as planned has no fault', () => {
  expect(faultsOf(EXPECTED, right())).toEqual([]);
});

test.each<[string, (observation: Observation) => void, string]>([
  ['a frame too few in the index', ({ index }) => Object.assign(index, { frames: 17 }), 'its index has 17 frames'],
  ['a frame too few in the stream', ({ hashes }) => hashes.pop(), '17 frames were decoded'],
  ['another size', ({ index }) => Object.assign(index, { width: 32 }), 'it is 32x48'],
  [
    'a frame that lasts longer',
    ({ index }) =>
      Object.assign(index, {
        runs: [
          { count: 17, duration: 1000 },
          { count: 1, duration: 1001 },
        ],
      }),
    'its frames do not all last 1/25 s',
  ],
  [
    'another rate',
    ({ index }) => Object.assign(index, { ticksPerSecond: 24_000 }),
    'its frames do not all last 1/25 s',
  ],
  ['a key frame elsewhere', ({ index }) => Object.assign(index, { keyframes: [0, 1, 4, 6, 13] }), 'its key frames are'],
  ['a frame that is not a copy', ({ hashes }) => hashes.splice(9, 1, 'x'), 'shot 3 does not stand: 2 different frames'],
  ['a fade that stops', ({ hashes }) => hashes.splice(5, 1, 'f'), 'shot 2 has 1 different frames'],
  ['a slide that is not like the drawn one', ({ ssims }) => ssims.splice(0, 1, 0.98), 'shot 0 has an SSIM of 0.9800'],
  ['a slide that was not compared', ({ ssims }) => ssims.splice(0, 1, undefined), 'shot 0 has an SSIM of NaN'],
])('%s is a fault', (_, change, fault) => {
  expect(changed(change).join('; ')).toContain(fault);
});

test('frames that are not copies may differ a little, but not visibly', () => {
  const observed = (likeness: number): Observation => {
    const observation = right();
    observation.hashes.splice(9, 1, 'x');
    observation.ssims.splice(9, 1, likeness);
    return observation;
  };
  const encoded = { ...EXPECTED, isCopied: false };
  expect(faultsOf(encoded, observed(0.9935))).toEqual([]);
  expect(faultsOf(encoded, observed(0.991))).toEqual(['shot 3 pulses: its SSIM changes by 0.0060']);
});

test('the plan of the key frames is not trusted: each shot starts with one, and none is more than 5 s long', () => {
  const late = { ...EXPECTED, keyframes: [0, 1, 5, 6, 12] };
  const observation = right();
  observation.index.keyframes = late.keyframes;
  expect(faultsOf(late, observation)).toEqual(['no key frame is at 4']);

  const long: Expected = { ...EXPECTED, shots: [{ picture: 0, frames: 126 }], frames: 126, keyframes: [0] };
  const runs = [{ count: 126, duration: 1000 }];
  const still: Observation = {
    index: { ...right().index, frames: 126, keyframes: [0], runs },
    hashes: Array<string>(126).fill('a'),
    ssims: Array<number>(126).fill(1),
  };
  expect(faultsOf(long, still)).toEqual(['126 frames have one key frame']);
});

test('a fade that is encoded starts with a key frame, and one that is blended does not', () => {
  const observation = right();
  const keyframes = EXPECTED.keyframes.filter((at) => at !== 4);
  Object.assign(observation.index, { keyframes });
  expect(faultsOf({ ...EXPECTED, keyframes }, observation).join('; ')).toContain('no key frame is at 4');
  expect(faultsOf({ ...EXPECTED, keyframes, areFadesBlended: true }, observation)).toEqual([]);
});
