/** Time that is kept before the audible part, so that the fade does not remove a soft consonant. */
const MARGIN_BEFORE_SECONDS = 0.01;
/** Time that is kept after the audible part. */
const MARGIN_AFTER_SECONDS = 0.03;
/** The lowest audible level, as a factor of the clip's peak: −50 dB. */
const AUDIBLE_PEAK_FACTOR = 10 ** (-50 / 20);
/** The lowest peak of a clip with speech, as a 16-bit sample: −60 dBFS. */
const MIN_AUDIBLE_PEAK = 33;

/**
 * Finds the part of a clip with sound, and a few milliseconds around it, in samples; empty when the clip has no sound.
 * @param sampleRate Hz
 */
export function audibleSampleRange(pcm: Int16Array, sampleRate: number): { from: number; to: number } {
  // Loops are used because array methods, which call a function for each sample, take several times as long.
  let peak = 0;
  for (let i = 0; i < pcm.length; i++) peak = Math.max(peak, Math.abs(pcm[i] ?? 0));
  if (peak < MIN_AUDIBLE_PEAK) return { from: 0, to: 0 };
  const audibleLevel = peak * AUDIBLE_PEAK_FACTOR;
  let firstAudible = 0;
  while (Math.abs(pcm[firstAudible] ?? 0) <= audibleLevel) firstAudible++;
  let lastAudible = pcm.length - 1;
  while (Math.abs(pcm[lastAudible] ?? 0) <= audibleLevel) lastAudible--;
  const rangeStart = firstAudible - Math.round(MARGIN_BEFORE_SECONDS * sampleRate);
  const rangeEnd = lastAudible + 1 + Math.round(MARGIN_AFTER_SECONDS * sampleRate);
  return { from: Math.max(0, rangeStart), to: Math.min(pcm.length, rangeEnd) };
}
