/** Samples of a window at 24 kHz: 5 ms. */
const WINDOW_SAMPLES = 120;
/** The share of the power of the loudest window of both words up to which a window counts as a pause: −32 dB. */
const AUDIBLE_POWER_SHARE = 10 ** (-32 / 10);
/** Windows before and after the model's border in which a pause is searched: 90 and 40 ms. */
const WINDOWS_BEFORE = 18;
const WINDOWS_AFTER = 8;

/** The place of a word in the sound, in samples. */
export interface HeardWordSpan {
  startSample: number;
  endSample: number;
}

/**
 * The places of words as they are heard. The model assigns a pause near the border of two words to one of them; here it belongs to neither.
 * The sound is not changed.
 * @param starts first sample of each word by the model, ascending
 */
export function removePausesFromWordSpans(samples: Float32Array, starts: readonly number[]): HeardWordSpan[] {
  const powers = powersOf(samples);
  const firstWindow = Math.floor((starts[0] ?? 0) / WINDOW_SAMPLES);
  const startWindows = [...starts.map((start) => Math.floor(start / WINDOW_SAMPLES)), powers.length];
  const words: { start: number; end: number }[] = [];
  let start = startOfSoundAfter(
    powers,
    Math.max(0, firstWindow - WINDOWS_BEFORE),
    maxPowerOf(powers, firstWindow, startWindows[1] ?? 0) * AUDIBLE_POWER_SHARE,
  );
  for (const [index] of starts.entries()) {
    const nextStart = startWindows[index + 1] ?? powers.length;
    const loudest = maxPowerOf(powers, startWindows[index] ?? 0, startWindows[index + 2] ?? powers.length);
    const pause = index + 1 < starts.length ? pauseNear(powers, nextStart, loudest * AUDIBLE_POWER_SHARE) : undefined;
    const end =
      pause?.from ??
      (index + 1 < starts.length ? nextStart : endOfSoundBefore(powers, nextStart, loudest * AUDIBLE_POWER_SHARE));
    words.push({ start, end: Math.max(start, end) });
    start = Math.max(start, pause?.to ?? nextStart);
  }
  return words.map((word) => ({ startSample: word.start * WINDOW_SAMPLES, endSample: word.end * WINDOW_SAMPLES }));
}

/** The quiet windows around the quietest one near a border; undefined when it is loud. */
function pauseNear(
  powers: readonly number[],
  border: number,
  audiblePower: number,
): { from: number; to: number } | undefined {
  let quietestWindow = border;
  for (
    let window = Math.max(0, border - WINDOWS_BEFORE);
    window < Math.min(powers.length, border + WINDOWS_AFTER);
    window++
  )
    if ((powers[window] ?? 0) < (powers[quietestWindow] ?? 0)) quietestWindow = window;
  if ((powers[quietestWindow] ?? 0) > audiblePower) return undefined;
  return {
    from: endOfSoundBefore(powers, quietestWindow, audiblePower),
    to: startOfSoundAfter(powers, quietestWindow, audiblePower),
  };
}

/** The end of the last loud window before `window`. */
function endOfSoundBefore(powers: readonly number[], window: number, audiblePower: number): number {
  let end = window;
  while (end > 0 && (powers[end - 1] ?? 0) <= audiblePower) end--;
  return end;
}

/** The first loud window from `window` on. */
function startOfSoundAfter(powers: readonly number[], window: number, audiblePower: number): number {
  let start = window;
  while (start < powers.length && (powers[start] ?? 0) <= audiblePower) start++;
  return start;
}

function maxPowerOf(powers: readonly number[], from: number, to: number): number {
  let loudest = 0;
  for (let window = from; window < to; window++) loudest = Math.max(loudest, powers[window] ?? 0);
  return loudest;
}

/** Mean square of each window. */
function powersOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.ceil(samples.length / WINDOW_SAMPLES) }, (_, index) => {
    let sum = 0;
    for (let i = index * WINDOW_SAMPLES; i < Math.min((index + 1) * WINDOW_SAMPLES, samples.length); i++)
      sum += (samples[i] ?? 0) ** 2;
    return sum / WINDOW_SAMPLES;
  });
}
