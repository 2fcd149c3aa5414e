import { soundtrackEncoderOptions } from '../ffmpeg/audio-arguments.ts';
import { AAC_FRAME_SAMPLES } from '../settings.ts';
import { duckingGainCurve, planMusicGainCurves, sliceGainCurve } from './ducking.ts';
import { endOfFootageSoundCue, footageSoundCuesWithin } from './footage-sound.ts';
import { SPEECH_CUT_FADE_SAMPLES } from './generate-speech-track-pcm.ts';
import { canonicalLoopSample } from './music-loop.ts';
import {
  type AudibleCuePart,
  collectSpokenSoundCues,
  cutCuesToAudibleParts,
  type SoundtrackMusic,
  type SoundtrackSpec,
  soundtrackChannels,
  soundtrackCuesWithin,
} from './soundtrack.ts';

/**
 * Part of the content address of every part. Raise it with every change of the samples that equal sources give, or of the places where
 * parts start and end.
 */
export const SOUNDTRACK_PART_VERSION = 3;

type SampleRange = Pick<SoundtrackPart, 'fromSample' | 'toSample'>;

/**
 * A canonical text of everything that can change a byte of an encoded part. All positions are relative to its
 * beginning. The fade-out of a cue that is cut follows from its source and its end.
 */
function partContent(spec: SoundtrackSpec, cues: readonly AudibleCuePart[], span: SampleRange): string {
  const { fromSample, toSample } = span;
  const partSamples = toSample - fromSample;
  return JSON.stringify([
    SOUNDTRACK_PART_VERSION,
    soundtrackEncoderOptions(spec.codec, soundtrackChannels(spec)),
    partSamples,
    // Ends are equal once they are so far after the part that their fade does not reach into it.
    soundtrackCuesWithin(cues, span).map(({ source, startSample, endSample }) => [
      source,
      startSample - fromSample,
      Math.min(endSample - fromSample, partSamples + SPEECH_CUT_FADE_SAMPLES),
    ]),
    spec.music ? musicContent(spec, spec.music, span) : null,
    // A soundtrack without videos keeps the content that it had before there were any.
    ...footageContent(spec, span),
  ]);
}

function footageContent(spec: SoundtrackSpec, span: SampleRange): unknown[] {
  const heardCues = footageSoundCuesWithin(spec, span);
  if (heardCues.length === 0) return [];
  const { fromSample, toSample } = span;
  const duckingPoints = sliceGainCurve(duckingGainCurve(collectSpokenSoundCues(spec)), fromSample, toSample).map(
    ({ sample, gain }) => [sample, gain],
  );
  const sounds = heardCues.map((cue) => ({ ...cue, startSample: cue.startSample - fromSample }));
  return [{ footage: sounds, duck: duckingPoints }];
}

function musicContent(spec: SoundtrackSpec, music: SoundtrackMusic, { fromSample, toSample }: SampleRange): unknown {
  const gainCurves = planMusicGainCurves(spec);
  const points = (curve: 'fade' | 'duck') =>
    sliceGainCurve(gainCurves?.[curve] ?? [], fromSample, toSample).map(({ sample, gain: value }) => [sample, value]);
  const { source, samples, volume, loop, startSample = 0, endSample } = music;
  const firstLoopSample = canonicalLoopSample(music, fromSample - startSample);
  const endWithinPart = endSample === undefined || endSample >= toSample ? [] : [Math.max(0, endSample - fromSample)];
  return [source, samples, volume, loop, firstLoopSample, points('fade'), points('duck'), ...endWithinPart];
}

/**
 * A stretch of the soundtrack that is encoded separately. Frames are AAC frames, counted from 0 over the whole
 * soundtrack; frame f covers the samples (f − 1) × 1024 to (f + 1) × 1024.
 */
export interface SoundtrackPart {
  index: number;
  /** First sample of its encoder's input. */
  fromSample: number;
  /** Exclusive. */
  toSample: number;
  /** Number of its first frame. */
  firstFrame: number;
  /** The first frame at which it may take over from the part before. */
  keepFromFrame: number;
  /** Everything that can change a byte of it, and nothing else: parts with equal content have equal bytes. */
  content: string;
}

/** AAC frames of a part: a minute, which takes a quarter of a second to encode, so that the cost of a process and a file is small. */
const PART_FRAMES = Math.round((60 * 48_000) / AAC_FRAME_SAMPLES);
/** Frames that a part encodes before it may take over: one second, after which the detection of transients does not depend on its start. */
const PRE_ROLL_FRAMES = 47;
/** The most frames by which a part may take over from the previous part later than at `keepFromFrame`. */
export const MAX_AAC_JOIN_DELAY_FRAMES = 47;
/** The encoder looks one frame ahead; one more frame keeps the last compared frame from being the last one of the part. */
const LOOK_AHEAD_FRAMES = 2;
/** Frames of silence that the encoder needs before an attack. */
const LEAD_IN_FRAMES = 2;
/** Frames of silence after the end of sound, until the encoder writes its silent frame again. */
const TAIL_FRAMES = 4;

/** A range of AAC frames with sound, from `first` up to `end` (exclusive). */
interface Stretch {
  first: number;
  end: number;
}

/** The AAC frames of `samples` samples: the encoder adds one at the start, and fills the last one with silence. */
export const aacFrameCount = (samples: number): number => Math.ceil(samples / AAC_FRAME_SAMPLES) + 1;

/**
 * Cuts the soundtrack into parts. With music these are minutes of the whole soundtrack. Without music, every cue between silences is a
 * part, and silence belongs to no part. So the content of a part stays the same when cues before it are inserted, removed or moved, if its
 * position within a frame stays the same (see `snapToAacFrame`). Parts of more than a minute and a half are cut further; these overlap, so
 * that `joinSoundtrack` finds a frame where they fit. Opus is not cut, because its packets depend on all earlier ones.
 * @throws RangeError for cues out of order, or a soundtrack without a length
 */
export function splitSoundtrack(spec: SoundtrackSpec): SoundtrackPart[] {
  const cues = cutCuesToAudibleParts(spec);
  const stretches =
    spec.codec === 'opus' || spec.music
      ? [{ first: 0, end: aacFrameCount(spec.totalSamples) - 1 }]
      : audibleStretches(spec, soundsOf(spec, cues));
  const spans = spec.codec === 'opus' ? [wholeSpan(spec)] : stretches.flatMap(cutStretch);
  return spans.map((span, index) => ({ index, ...span, content: partContent(spec, cues, span) }));
}

/**
 * The sound of one file between silences. Its parts equal those of every longer soundtrack in which the file starts at an AAC frame, is
 * heard to its end, and has silence around it.
 */
export const soundtrackSpecOfOneFile = (source: string, samples: number): SoundtrackSpec => {
  const startSample = LEAD_IN_FRAMES * AAC_FRAME_SAMPLES;
  const totalSamples = startSample + samples + (TAIL_FRAMES + 1) * AAC_FRAME_SAMPLES;
  return { codec: 'aac', totalSamples, cues: [{ source, startSample, samples }] };
};

type Span = Omit<SoundtrackPart, 'index' | 'content'>;

const wholeSpan = ({ totalSamples }: SoundtrackSpec): Span => ({
  fromSample: 0,
  toSample: totalSamples,
  firstFrame: 0,
  keepFromFrame: 0,
});

/** The whole soundtrack as one part. */
export function wholeSoundtrackAsPart(spec: SoundtrackSpec): SoundtrackPart {
  const span = wholeSpan(spec);
  return { index: 0, ...span, content: partContent(spec, cutCuesToAudibleParts(spec), span) };
}

/** The time spans of speech and of the sounds of videos, in the order of their start. */
function soundsOf(
  { footage = [] }: SoundtrackSpec,
  cues: readonly AudibleCuePart[],
): Pick<AudibleCuePart, 'startSample' | 'endSample'>[] {
  if (footage.length === 0) return [...cues];
  const sounds = footage.map((cue) => ({ startSample: cue.startSample, endSample: endOfFootageSoundCue(cue) }));
  return [...cues, ...sounds].sort((one, other) => one.startSample - other.startSample);
}

/** The stretches with sound, and the silence that encoding them needs. Stretches that would overlap become one. */
function audibleStretches(
  { totalSamples }: SoundtrackSpec,
  cues: readonly Pick<AudibleCuePart, 'startSample' | 'endSample'>[],
): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { startSample, endSample } of cues) {
    const first = Math.max(0, Math.floor(startSample / AAC_FRAME_SAMPLES) - LEAD_IN_FRAMES);
    const end = Math.min(aacFrameCount(totalSamples) - 1, Math.ceil(endSample / AAC_FRAME_SAMPLES) + TAIL_FRAMES);
    const lastStretch = stretches.at(-1);
    if (lastStretch && first < lastStretch.end) lastStretch.end = Math.max(lastStretch.end, end);
    else stretches.push({ first, end });
  }
  return stretches;
}

/** Cuts a stretch at positions relative to its beginning, so that cuts move with it. The last part has 30 to 90 s. */
function cutStretch({ first, end }: Stretch): Span[] {
  const count = Math.max(1, Math.round((end - first) / PART_FRAMES));
  return Array.from({ length: count }, (_, part) => {
    const keepFromFrame = first + part * PART_FRAMES;
    const firstFrame = part === 0 ? first : keepFromFrame - PRE_ROLL_FRAMES;
    const overlapEnd = keepFromFrame + PART_FRAMES + MAX_AAC_JOIN_DELAY_FRAMES + LOOK_AHEAD_FRAMES;
    const endFrame = part === count - 1 ? end : Math.min(end, overlapEnd);
    return {
      fromSample: firstFrame * AAC_FRAME_SAMPLES,
      toSample: endFrame * AAC_FRAME_SAMPLES,
      firstFrame,
      keepFromFrame,
    };
  });
}

/** The sources that a part needs, each once. */
export function sourcesOfSoundtrackPart(spec: SoundtrackSpec, part: SoundtrackPart): string[] {
  const speechSources = soundtrackCuesWithin(cutCuesToAudibleParts(spec), part).map(({ source }) => source);
  const videoSources = footageSoundCuesWithin(spec, part).map(({ source }) => source);
  return [...new Set([...speechSources, ...videoSources, ...(spec.music ? [spec.music.source] : [])])];
}
