/** A recording of somebody who speaks: [seconds, level] after each other; level 0 is a pause. */
export function recordedSpeech(
  stretches: readonly (readonly [seconds: number, level: number])[],
  { sampleRate = 48_000, noise = 0 }: { sampleRate?: number; noise?: number } = {},
): Float32Array {
  const parts = stretches.map(([seconds, level]) => ({ length: Math.round(seconds * sampleRate), level }));
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  // Always the same noise: a linear congruential generator (Numerical Recipes).
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (const { length, level } of parts)
    for (const end = at + length; at < end; at++)
      samples[at] = level * Math.sin((2 * Math.PI * 200 * at) / sampleRate) + noise * random();
  return samples;
}

/** The same in 16 bit. */
export const as16Bit = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
