/** Samples of a window at 24 kHz: 5 ms. */
const WINDOW = 120;
/** Power below the loudest window of both words, −32 dB, that counts as a pause. */
const AUDIBLE = 10 ** (-32 / 10);
/** Windows before and after the model's border in which a pause is looked for: 90 and 40 ms. */
const BEFORE = 18;
const AFTER = 8;

/** The place of a word in the sound, in samples. */
export interface HeardWordSpan {
  startSample: number;
  endSample: number;
}

/**
 * Words as they are heard: a pause near the border of two words, which the model assigns to one of them, is removed from both.
 * @param starts first sample of each word by the model, ascending
 */
export function removePausesAtWordBorders(samples: Float32Array, starts: readonly number[]): HeardWordSpan[] {
  const powers = powersOf(samples);
  const first = Math.floor((starts[0] ?? 0) / WINDOW);
  const limits = [...starts.map((start) => Math.floor(start / WINDOW)), powers.length];
  const words: { start: number; end: number }[] = [];
  let start = soundAfter(powers, Math.max(0, first - BEFORE), loudestOf(powers, first, limits[1] ?? 0) * AUDIBLE);
  for (const [index] of starts.entries()) {
    const next = limits[index + 1] ?? powers.length;
    const loudest = loudestOf(powers, limits[index] ?? 0, limits[index + 2] ?? powers.length);
    const pause = index + 1 < starts.length ? pauseNear(powers, next, loudest * AUDIBLE) : undefined;
    const end = pause?.from ?? (index + 1 < starts.length ? next : soundBefore(powers, next, loudest * AUDIBLE));
    words.push({ start, end: Math.max(start, end) });
    start = Math.max(start, pause?.to ?? next);
  }
  return words.map((word) => ({ startSample: word.start * WINDOW, endSample: word.end * WINDOW }));
}

/** The quiet windows around the quietest one near a border; undefined when it is loud. */
function pauseNear(
  powers: readonly number[],
  border: number,
  audible: number,
): { from: number; to: number } | undefined {
  let quietest = border;
  for (let at = Math.max(0, border - BEFORE); at < Math.min(powers.length, border + AFTER); at++)
    if ((powers[at] ?? 0) < (powers[quietest] ?? 0)) quietest = at;
  if ((powers[quietest] ?? 0) > audible) return undefined;
  return { from: soundBefore(powers, quietest, audible), to: soundAfter(powers, quietest, audible) };
}

/** The end of the last loud window before `at`. */
function soundBefore(powers: readonly number[], at: number, audible: number): number {
  let end = at;
  while (end > 0 && (powers[end - 1] ?? 0) <= audible) end--;
  return end;
}

/** The first loud window from `at` on. */
function soundAfter(powers: readonly number[], at: number, audible: number): number {
  let start = at;
  while (start < powers.length && (powers[start] ?? 0) <= audible) start++;
  return start;
}

function loudestOf(powers: readonly number[], from: number, to: number): number {
  let loudest = 0;
  for (let at = from; at < to; at++) loudest = Math.max(loudest, powers[at] ?? 0);
  return loudest;
}

/** Mean square of each window. */
function powersOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.ceil(samples.length / WINDOW) }, (_, index) => {
    let sum = 0;
    for (let i = index * WINDOW; i < Math.min((index + 1) * WINDOW, samples.length); i++) sum += (samples[i] ?? 0) ** 2;
    return sum / WINDOW;
  });
}
