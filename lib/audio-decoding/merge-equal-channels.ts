/** Half a step of 16 bit: what differs by less comes out the same. */
const SAME = 0.5 / 0x8000;

/**
 * One channel where two say the same, as of a mono recording in a stereo file: half of everything that is done with it
 * later is spared.
 */
export function mergeEqualChannels(channels: readonly Float32Array[]): Float32Array[] {
  const [left, right] = channels;
  if (!left || !right) return [...channels];
  for (let i = 0; i < left.length; i++) if (Math.abs((left[i] ?? 0) - (right[i] ?? 0)) > SAME) return [...channels];
  return [left];
}
