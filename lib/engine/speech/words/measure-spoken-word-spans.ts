/** Length of a window in which the sound is measured. */
const WINDOW_SECONDS = 0.005;
/** The power, relative to the loudest window of a word, below which a window counts as a pause: −32 dB. */
const AUDIBLE_POWER_SHARE = 10 ** (-32 / 10);

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
export function measureSpokenWordSpans(pcm: Int16Array, sampleRate: number, starts: readonly number[]): SampleSpan[] {
  const windowSamples = Math.max(1, Math.round(WINDOW_SECONDS * sampleRate));
  return starts.map((startSample, index) => {
    const limit = Math.min(pcm.length, starts[index + 1] ?? pcm.length);
    const powers = powersOf(pcm.subarray(startSample, Math.max(startSample, limit)), windowSamples);
    const audiblePower = powers.reduce((loudest, power) => Math.max(loudest, power), 0) * AUDIBLE_POWER_SHARE;
    const firstAudible = powers.findIndex((power) => power > audiblePower);
    if (firstAudible < 0) return { startSample, endSample: startSample };
    const lastAudible = powers.findLastIndex((power) => power > audiblePower);
    return {
      startSample: startSample + firstAudible * windowSamples,
      endSample: Math.min(limit, startSample + (lastAudible + 1) * windowSamples),
    };
  });
}

/** Mean square of each window. */
function powersOf(pcm: Int16Array, windowSamples: number): number[] {
  return Array.from({ length: Math.ceil(pcm.length / windowSamples) }, (_, index) => {
    const windowEnd = Math.min(pcm.length, (index + 1) * windowSamples);
    let sum = 0;
    for (let sampleIndex = index * windowSamples; sampleIndex < windowEnd; sampleIndex++)
      sum += (pcm[sampleIndex] ?? 0) ** 2;
    return sum / (windowEnd - index * windowSamples);
  });
}
