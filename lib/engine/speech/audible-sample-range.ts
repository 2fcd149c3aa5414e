// Seconds that are kept before the audible part, so that the fade does not remove a soft consonant.
const KEEP_BEFORE_SECONDS = 0.01;
const KEEP_AFTER_SECONDS = 0.03;
/** The lowest audible level, as a factor of the clip's peak: −50 dB. */
const AUDIBLE = 10 ** (-50 / 20);
/** A clip with a lower peak than this (−60 dBFS) has no speech. */
const SILENT_PEAK = 33;

/**
 * The part of a clip with sound, and a few milliseconds around it, in samples; empty when there is none.
 * @param sampleRate Hz
 */
export function audibleSampleRange(pcm: Int16Array, sampleRate: number): { from: number; to: number } {
  // Loops are used because array methods, which call a function for each sample, take several times as long.
  let peak = 0;
  for (let i = 0; i < pcm.length; i++) peak = Math.max(peak, Math.abs(pcm[i] ?? 0));
  if (peak < SILENT_PEAK) return { from: 0, to: 0 };
  const audible = peak * AUDIBLE;
  let first = 0;
  while (Math.abs(pcm[first] ?? 0) <= audible) first++;
  let last = pcm.length - 1;
  while (Math.abs(pcm[last] ?? 0) <= audible) last--;
  const from = first - Math.round(KEEP_BEFORE_SECONDS * sampleRate);
  const to = last + 1 + Math.round(KEEP_AFTER_SECONDS * sampleRate);
  return { from: Math.max(0, from), to: Math.min(pcm.length, to) };
}
