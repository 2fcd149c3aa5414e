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

/** A range of level measurements (frames of 1/100 s) with sound, by their indexes; `to` is exclusive. */
export interface FrameRangeWithSound {
  from: number;
  to: number;
}

/** The number of frames at or above `loud`: 0.3 s, longer than a click. */
const LOUD_FRAMES = 30;
/** The share of the frames that are below `floor`. */
const FLOOR_SHARE = 0.1;
/** The lowest level of a frame, that of digital silence. */
const MIN_LEVEL_DBFS = -120;

/** Measures the levels of samples. @param fullScale value of a sample at full scale */
export function measureRecordingLevels(
  samples: Float32Array | Int16Array,
  sampleRate: number,
  fullScale: number,
): RecordingLevels {
  const samplesPerFrame = sampleRate / LEVEL_FRAMES_PER_SECOND;
  const frames = new Float32Array(Math.floor(samples.length / samplesPerFrame));
  for (let frame = 0; frame < frames.length; frame++) {
    const [frameStart, frameEnd] = [Math.round(frame * samplesPerFrame), Math.round((frame + 1) * samplesPerFrame)];
    let sum = 0;
    let squares = 0;
    for (let i = frameStart; i < frameEnd; i++) {
      const sample = (samples[i] ?? 0) / fullScale;
      sum += sample;
      squares += sample * sample;
    }
    const variance = squares / (frameEnd - frameStart) - (sum / (frameEnd - frameStart)) ** 2;
    frames[frame] = Math.max(MIN_LEVEL_DBFS, 10 * Math.log10(variance + 1e-15));
  }
  const sortedLevels = frames.toSorted();
  const loudFrames = Math.min(LOUD_FRAMES, Math.ceil(sortedLevels.length / 2));
  return {
    frames,
    loud: sortedLevels.at(-loudFrames) ?? MIN_LEVEL_DBFS,
    floor: sortedLevels[Math.floor(sortedLevels.length * FLOOR_SHARE)] ?? MIN_LEVEL_DBFS,
  };
}

/** Limits a value to a range; `min` prevails if it exceeds `max`. */
const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** The level in dBFS above which a frame has speech or breath. It is low, because quieter frames are cut off at both ends. */
export const audibleThreshold = ({ loud, floor }: RecordingLevels): number => clamp(floor + 6, loud - 50, loud - 30);
/** The level in dBFS above which a frame has speech; a range of at least `MIN_PAUSE_FRAMES` frames below it is a pause. */
export const speechThreshold = ({ loud, floor }: RecordingLevels): number => clamp(floor + 10, loud - 45, loud - 15);

/** Minimum length of a sound in frames; a shorter one is a click. */
const MIN_SOUND_FRAMES = 3;
/** Minimum length of a pause in frames; a shorter silence is part of a word, as before a "t". */
const MIN_PAUSE_FRAMES = 10;

/** The ranges of frames above a level, in order. Clicks are left out, and ranges with a silence shorter than a pause between them are joined. */
export function findFrameRangesWithSound({ frames }: RecordingLevels, level: number): FrameRangeWithSound[] {
  const rawSpans: FrameRangeWithSound[] = [];
  let spanStart = -1;
  for (let frame = 0; frame <= frames.length; frame++) {
    const isAbove = frame < frames.length && (frames[frame] ?? MIN_LEVEL_DBFS) > level;
    if (isAbove && spanStart < 0) spanStart = frame;
    if (isAbove || spanStart < 0) continue;
    rawSpans.push({ from: spanStart, to: frame });
    spanStart = -1;
  }
  const spansWithoutGaps: FrameRangeWithSound[] = [];
  for (const span of rawSpans) {
    const previousSpan = spansWithoutGaps.at(-1);
    if (previousSpan && span.from - previousSpan.to < MIN_SOUND_FRAMES) previousSpan.to = span.to;
    else spansWithoutGaps.push({ ...span });
  }
  const joinedSpans: FrameRangeWithSound[] = [];
  for (const span of spansWithoutGaps.filter(({ from, to }) => to - from >= MIN_SOUND_FRAMES)) {
    const previousSpan = joinedSpans.at(-1);
    if (previousSpan && span.from - previousSpan.to < MIN_PAUSE_FRAMES) previousSpan.to = span.to;
    else joinedSpans.push({ ...span });
  }
  return joinedSpans;
}
