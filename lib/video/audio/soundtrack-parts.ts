import { AAC_FRAME_SAMPLES } from './adts.ts';
import { partContent } from './part-content.ts';
import { type AudibleCue, audibleCues, cuesWithin, type SoundtrackSpec } from './soundtrack.ts';

/**
 * A stretch of the sound that is encoded by itself. Frames are those of AAC, counted over the whole track from 0, where
 * frame f is made from the samples (f − 1) × 1024 up to (f + 1) × 1024.
 */
export interface SoundtrackPart {
  index: number;
  /** Samples that its encoder is fed. */
  fromSample: number;
  /** Exclusive. */
  toSample: number;
  /** Number of the first frame that comes out of it. */
  firstFrame: number;
  /** From here on its frames are wanted, as soon as a join is found. */
  keepFromFrame: number;
  /** Everything that can change a byte of it, and nothing else: parts of equal content are encoded to equal bytes. */
  content: string;
}

/** A minute is encoded in a quarter of a second: enough to be worth a process and a file of its own. */
const PART_FRAMES = Math.round((60 * 48_000) / AAC_FRAME_SAMPLES);
/** A second: the encoder's ear for transients has forgotten by then that it started late. */
const PRE_ROLL_FRAMES = 47;
/** How far after its beginning a part may be joined to one that runs into it. */
export const JOIN_REACH_FRAMES = 47;
/** The encoder looks one frame ahead; one more so that the last frame compared is no last frame. */
const LOOK_AHEAD_FRAMES = 2;
/** Silence around a sound: the encoder must hear an attack come, and be back at its silent frame at the end. */
const LEAD_IN_FRAMES = 2;
const TAIL_FRAMES = 4;

/** Whole frames of samples, from `first` up to `end` (exclusive). */
interface Stretch {
  first: number;
  end: number;
}

/** Frames that an encoder makes of so many samples: it puts one in front, and the track is filled up to a whole frame. */
export const aacFrameCount = (samples: number): number => Math.ceil(samples / AAC_FRAME_SAMPLES) + 1;

/**
 * Cuts the sound into parts. With music these are minutes of the whole track. Without, every recording that has silence
 * around it is a part of its own, and what is silent belongs to none: whatever is inserted, removed or moved before it, it
 * has the same content as long as its place within a frame is the same (see `snapToAacFrame`). Parts of more than a minute
 * and a half are cut further; these overlap, so that `joinSoundtrack` finds a place where they fit.
 * Opus is not cut: its packets depend on all those before.
 * @throws RangeError for cues out of order, or a sound without a length.
 */
export function planSoundtrack(spec: SoundtrackSpec): SoundtrackPart[] {
  const cues = audibleCues(spec);
  const stretches =
    spec.codec === 'opus' || spec.music
      ? [{ first: 0, end: aacFrameCount(spec.totalSamples) - 1 }]
      : audible(spec, cues);
  const spans = spec.codec === 'opus' ? [wholeSpan(spec)] : stretches.flatMap(cutStretch);
  return spans.map((span, index) => ({ index, ...span, content: partContent(spec, cues, span) }));
}

type Span = Omit<SoundtrackPart, 'index' | 'content'>;

const wholeSpan = ({ totalSamples }: SoundtrackSpec): Span => ({
  fromSample: 0,
  toSample: totalSamples,
  firstFrame: 0,
  keepFromFrame: 0,
});

/** The whole sound as one part. */
export function wholeSoundtrack(spec: SoundtrackSpec): SoundtrackPart {
  const span = wholeSpan(spec);
  return { index: 0, ...span, content: partContent(spec, audibleCues(spec), span) };
}

/** Where there is sound. What is too close to be apart is one stretch. */
function audible({ totalSamples }: SoundtrackSpec, cues: readonly AudibleCue[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { startSample, endSample } of cues) {
    const first = Math.max(0, Math.floor(startSample / AAC_FRAME_SAMPLES) - LEAD_IN_FRAMES);
    const end = Math.min(aacFrameCount(totalSamples) - 1, Math.ceil(endSample / AAC_FRAME_SAMPLES) + TAIL_FRAMES);
    const last = stretches.at(-1);
    if (last && first < last.end) last.end = end;
    else stretches.push({ first, end });
  }
  return stretches;
}

/** Boundaries are counted from the beginning of the stretch, so that they move with it; the last part is 30 to 90 s long. */
function cutStretch({ first, end }: Stretch): Span[] {
  const count = Math.max(1, Math.round((end - first) / PART_FRAMES));
  return Array.from({ length: count }, (_, part) => {
    const keepFromFrame = first + part * PART_FRAMES;
    const firstFrame = part === 0 ? first : keepFromFrame - PRE_ROLL_FRAMES;
    const overlapEnd = keepFromFrame + PART_FRAMES + JOIN_REACH_FRAMES + LOOK_AHEAD_FRAMES;
    const endFrame = part === count - 1 ? end : Math.min(end, overlapEnd);
    return {
      fromSample: firstFrame * AAC_FRAME_SAMPLES,
      toSample: endFrame * AAC_FRAME_SAMPLES,
      firstFrame,
      keepFromFrame,
    };
  });
}

/** Which recordings a part is made of, each once. */
export function sourcesOfPart(spec: SoundtrackSpec, part: SoundtrackPart): string[] {
  const spoken = cuesWithin(audibleCues(spec), part).map(({ source }) => source);
  return [...new Set([...spoken, ...(spec.music ? [spec.music.source] : [])])];
}
