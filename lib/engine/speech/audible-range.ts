// Kept around the audible part: the fades must not take a soft consonant.
const KEEP_BEFORE_SECONDS = 0.01;
const KEEP_AFTER_SECONDS = 0.03;
/** −50 dB relative to the peak of the clip. */
const AUDIBLE = 10 ** (-50 / 20);
/** A clip with a lower peak than this (−60 dBFS) has no speech. */
const SILENT_PEAK = 33;

/**
 * The part of a clip with sound, and a few milliseconds around it, in samples; empty when there is none.
 * @param sampleRate Hz
 */
export function audibleRange(pcm: Int16Array, sampleRate: number): { from: number; to: number } {
  let peak = 0;
  for (const value of pcm) peak = Math.max(peak, Math.abs(value));
  if (peak < SILENT_PEAK) return { from: 0, to: 0 };
  const audible = (value: number) => Math.abs(value) > peak * AUDIBLE;
  const from = pcm.findIndex(audible) - Math.round(KEEP_BEFORE_SECONDS * sampleRate);
  const to = pcm.findLastIndex(audible) + 1 + Math.round(KEEP_AFTER_SECONDS * sampleRate);
  return { from: Math.max(0, from), to: Math.min(pcm.length, to) };
}
