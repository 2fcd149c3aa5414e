/** Seconds of a window in which the sound is measured. */
const WINDOW_SECONDS = 0.005;
/** The power, relative to the loudest window of a word, below which a window counts as a pause: −32 dB. */
const AUDIBLE = 10 ** (-32 / 10);

/** A part of a sound, in samples. */
interface SampleSpan {
  startSample: number;
  endSample: number;
}

/**
 * Words as they are heard, from the exact starts that an engine reports: each lasts until the next one starts, without the silence at both
 * ends. A word that consists of silence keeps its start, and has no length.
 * @param sampleRate Hz
 * @param starts first sample of each word, ascending
 */
export function spokenWordSpans(pcm: Int16Array, sampleRate: number, starts: readonly number[]): SampleSpan[] {
  const window = Math.max(1, Math.round(WINDOW_SECONDS * sampleRate));
  return starts.map((startSample, index) => {
    const limit = Math.min(pcm.length, starts[index + 1] ?? pcm.length);
    const powers = powersOf(pcm.subarray(startSample, Math.max(startSample, limit)), window);
    const least = powers.reduce((loudest, power) => Math.max(loudest, power), 0) * AUDIBLE;
    const first = powers.findIndex((power) => power > least);
    if (first < 0) return { startSample, endSample: startSample };
    const last = powers.findLastIndex((power) => power > least);
    return { startSample: startSample + first * window, endSample: Math.min(limit, startSample + (last + 1) * window) };
  });
}

/** Mean square of each window. */
function powersOf(pcm: Int16Array, window: number): number[] {
  return Array.from({ length: Math.ceil(pcm.length / window) }, (_, index) => {
    const to = Math.min(pcm.length, (index + 1) * window);
    let sum = 0;
    for (let at = index * window; at < to; at++) sum += (pcm[at] ?? 0) ** 2;
    return sum / (to - index * window);
  });
}
