/** Frames a second of what is measured here. */
export const LEVEL_FRAMES_PER_SECOND = 100;

/** How loud a recording is, and where somebody speaks in it. */
export interface Levels {
  /** dB of each frame, of full scale 1, without any constant part. */
  frames: Float32Array;
  /** The level that its loudest frames reach, a click aside. */
  loud: number;
  /** The level of its quiet frames: the noise of the room, where the speaker pauses at all. */
  floor: number;
}

/** A stretch of frames, the last one not included. */
export interface ActiveSpan {
  from: number;
  to: number;
}

/** So many frames are louder than `loud`: 0.3 s of speech are, a click is not. */
const LOUDEST = 30;
const FLOOR_SHARE = 0.1;
const NOTHING = -120;

/** Levels of samples, in any unit of which `full` is full scale. */
export function levelsOf(samples: Float32Array | Int16Array, sampleRate: number, full: number): Levels {
  const hop = sampleRate / LEVEL_FRAMES_PER_SECOND;
  const frames = new Float32Array(Math.floor(samples.length / hop));
  for (let frame = 0; frame < frames.length; frame++) {
    const [from, to] = [Math.round(frame * hop), Math.round((frame + 1) * hop)];
    let sum = 0;
    let squares = 0;
    for (let i = from; i < to; i++) {
      const sample = (samples[i] ?? 0) / full;
      sum += sample;
      squares += sample * sample;
    }
    const variance = squares / (to - from) - (sum / (to - from)) ** 2;
    frames[frame] = Math.max(NOTHING, 10 * Math.log10(variance + 1e-15));
  }
  const sorted = frames.toSorted();
  const loudest = Math.min(LOUDEST, Math.ceil(sorted.length / 2));
  return {
    frames,
    loud: sorted.at(-loudest) ?? NOTHING,
    floor: sorted[Math.floor(sorted.length * FLOOR_SHARE)] ?? NOTHING,
  };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Above this somebody speaks, or breathes: with care, for what is quieter is cut off at both ends. */
export const audibleLevel = ({ loud, floor }: Levels): number => clamp(floor + 6, loud - 50, loud - 30);
/** Above this somebody speaks: what is quieter for long enough is a pause. */
export const spokenLevel = ({ loud, floor }: Levels): number => clamp(floor + 10, loud - 45, loud - 15);

/** Shorter than this (frames), a sound is a click, and silence belongs to a word: before a "t" there is some, too. */
const MIN_SOUND = 3;
const MIN_PAUSE = 10;

/** The stretches above a level, in order: clicks left out, what only a word's own silence parts joined. */
export function activeSpans({ frames }: Levels, level: number): ActiveSpan[] {
  const found: ActiveSpan[] = [];
  let from = -1;
  for (let frame = 0; frame <= frames.length; frame++) {
    const isAbove = frame < frames.length && (frames[frame] ?? NOTHING) > level;
    if (isAbove && from < 0) from = frame;
    if (isAbove || from < 0) continue;
    found.push({ from, to: frame });
    from = -1;
  }
  const runs: ActiveSpan[] = [];
  for (const run of found) {
    const before = runs.at(-1);
    if (before && run.from - before.to < MIN_SOUND) before.to = run.to;
    else runs.push({ ...run });
  }
  const joined: ActiveSpan[] = [];
  for (const run of runs.filter((one) => one.to - one.from >= MIN_SOUND)) {
    const before = joined.at(-1);
    if (before && run.from - before.to < MIN_PAUSE) before.to = run.to;
    else joined.push({ ...run });
  }
  return joined;
}
