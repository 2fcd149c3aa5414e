/** The number of level measurements (frames) per second. */
export const LEVEL_FRAMES_PER_SECOND = 100;

/** The levels of a recording, in dBFS. */
export interface RecordingLevels {
  /** The level of each frame, without its DC offset. */
  frames: Float32Array;
  /** The level that at least 0.3 s of frames reach, so that a click does not count. */
  loud: number;
  /** The level below which the quietest tenth of the frames is: background noise, if the speaker pauses. */
  floor: number;
}

/** A range of frames with sound; `to` is exclusive. */
export interface SpanWithSound {
  from: number;
  to: number;
}

/** The number of frames at or above `loud`: 0.3 s, longer than a click. */
const LOUDEST = 30;
const FLOOR_SHARE = 0.1;
const NOTHING = -120;

/** Measures the levels of samples. @param full value of a sample at full scale */
export function measureRecordingLevels(
  samples: Float32Array | Int16Array,
  sampleRate: number,
  full: number,
): RecordingLevels {
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

/** The level in dBFS above which a frame has speech or breath. It is low, because quieter frames are cut off at both ends. */
export const audibleThreshold = ({ loud, floor }: RecordingLevels): number => clamp(floor + 6, loud - 50, loud - 30);
/** The level in dBFS above which a frame has speech; a range of at least `MIN_PAUSE` frames below it is a pause. */
export const speechThreshold = ({ loud, floor }: RecordingLevels): number => clamp(floor + 10, loud - 45, loud - 15);

/** Shortest sound in frames; a shorter one is a click. */
const MIN_SOUND = 3;
/** Shortest pause in frames; a shorter silence is part of a word, as before a "t". */
const MIN_PAUSE = 10;

/** The ranges of frames above a level, in order. Clicks are left out, and ranges with a silence shorter than a pause between them are joined. */
export function findSpansWithSound({ frames }: RecordingLevels, level: number): SpanWithSound[] {
  const found: SpanWithSound[] = [];
  let from = -1;
  for (let frame = 0; frame <= frames.length; frame++) {
    const isAbove = frame < frames.length && (frames[frame] ?? NOTHING) > level;
    if (isAbove && from < 0) from = frame;
    if (isAbove || from < 0) continue;
    found.push({ from, to: frame });
    from = -1;
  }
  const runs: SpanWithSound[] = [];
  for (const run of found) {
    const before = runs.at(-1);
    if (before && run.from - before.to < MIN_SOUND) before.to = run.to;
    else runs.push({ ...run });
  }
  const joined: SpanWithSound[] = [];
  for (const run of runs.filter((one) => one.to - one.from >= MIN_SOUND)) {
    const before = joined.at(-1);
    if (before && run.from - before.to < MIN_PAUSE) before.to = run.to;
    else joined.push({ ...run });
  }
  return joined;
}
