/**
 * The largest difference of samples (full scale is 1) that count as equal: half a step of 16-bit samples, within which they round to one
 * value.
 */
const MAX_DIFFERENCE = 0.5 / 0x8000;

/**
 * Keeps one channel of two equal ones, as in a stereo file of a mono recording. This halves all later work.
 */
export function mergeEqualChannels(channels: readonly Float32Array[]): Float32Array[] {
  const [left, right] = channels;
  if (!left || !right) return [...channels];
  for (let i = 0; i < left.length; i++)
    if (Math.abs((left[i] ?? 0) - (right[i] ?? 0)) > MAX_DIFFERENCE) return [...channels];
  return [left];
}
