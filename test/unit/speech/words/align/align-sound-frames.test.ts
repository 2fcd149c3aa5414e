import { expect, it } from 'vitest';
import { alignSoundFrames } from '#engine/speech/words/align/align-sound-frames.ts';
import { SOUND_FEATURES_PER_FRAME } from '#engine/speech/words/align/sound-features.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';

const random = seededRandom(5);
/** Two minutes of sound that is nowhere like itself. */
const SOUND = Float32Array.from({ length: 12_000 * SOUND_FEATURES_PER_FRAME }, () => random() - 0.5);
/** The same, of which each frame from the 2,000th to the 2,500th is held twice as long. */
const SLOWED = Float32Array.from([
  ...SOUND.subarray(0, 2000 * SOUND_FEATURES_PER_FRAME),
  ...Array.from({ length: 1000 }, (_, at) =>
    Array.from(
      SOUND.subarray((2000 + (at >> 1)) * SOUND_FEATURES_PER_FRAME, (2001 + (at >> 1)) * SOUND_FEATURES_PER_FRAME),
    ),
  ).flat(),
  ...SOUND.subarray(2500 * SOUND_FEATURES_PER_FRAME),
]);

it('finds the frames of a sound in a slower one, and lets other work run in between', async () => {
  let pauses = 0;
  const { first, misfit } = await alignSoundFrames(SOUND, SLOWED, async () => {
    pauses++;
  });
  expect(misfit).toBeLessThan(0.6);
  for (const [frame, wanted] of [
    [1000, 1000],
    [2250, 2500],
    [4000, 4500],
  ] as const)
    expect(Math.abs((first[frame] ?? 0) - wanted), `frame ${frame}`).toBeLessThan(6);
  // Some four million comparisons in all.
  expect(pauses).toBeGreaterThanOrEqual(8);
});
