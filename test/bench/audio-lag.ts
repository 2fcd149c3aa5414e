/** Where a sound was found in a longer one. */
export interface Found {
  /** Sample at which it starts. */
  at: number;
  /** Correlation there: 1 when what is there is the sound itself, at whatever volume. */
  likeness: number;
}

/**
 * Finds a sound within another by normalized cross-correlation, among the beginnings from `first` up to `end` (exclusive).
 * @throws RangeError when the longer one ends before
 */
export function findSound(sound: Float32Array, within: Float32Array, first: number, end: number): Found {
  if (end - 1 + sound.length > within.length || first < 0 || first >= end)
    throw new RangeError('there is nothing to look for it in');
  const own = energy(sound, 0, sound.length);
  let best: Found = { at: first, likeness: -1 };
  let there = energy(within, first, sound.length);
  for (let at = first; at < end; at++) {
    let product = 0;
    for (let i = 0; i < sound.length; i++) product += (sound[i] ?? 0) * (within[at + i] ?? 0);
    const likeness = product / Math.sqrt(Math.max(own * there, Number.MIN_VALUE));
    if (likeness > best.likeness) best = { at, likeness };
    there += (within[at + sound.length] ?? 0) ** 2 - (within[at] ?? 0) ** 2;
  }
  return best;
}

function energy(samples: Float32Array, from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += (samples[i] ?? 0) ** 2;
  return sum;
}
