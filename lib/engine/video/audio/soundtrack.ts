import { AAC_FRAME_SAMPLES } from '../settings.ts';

/** A file of speech on the time line of a soundtrack. Samples are of 48 kHz, counted from the start of the video. */
export interface SoundtrackCue {
  /** Names the content of the file: equal sources have equal samples. */
  source: string;
  startSample: number;
  /** Length of the file, or of its part that is played. The cue also ends where the next one starts, and with the video. */
  samples: number;
}

/** Music under the whole video, or under a part of it. */
export interface SoundtrackMusic {
  source: string;
  samples: number;
  channels: 1 | 2;
  /** Linear, 0 to 1. */
  volume: number;
  /** True if it starts again at its end. */
  loop: boolean;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** True if it is lowered under speech. */
  duck: boolean;
  /** The sample of the time line at which it starts. Absent: the start of the video. */
  startSample?: number | undefined;
  /** The sample of the time line at which it ends (exclusive). Absent: the end of the video. */
  endSample?: number | undefined;
}

/** The sound of a video on a slide. Samples are of 48 kHz. */
export interface FootageSoundCue {
  source: string;
  /** Its first sample on the time line. */
  startSample: number;
  /** The first sample of the file that is heard. */
  fromSample: number;
  /** Samples that are heard. After the end of the file it is silent. */
  samples: number;
  channels: 1 | 2;
  /** Linear, 0 to 2. */
  volume: number;
  /** True if it is the narration: the sounds of other videos and music are lowered under it. Absent: it is lowered under speech. */
  is_speech?: true | undefined;
}

/** Specification of a soundtrack: codec, length, speech cues, sounds of videos, and music. */
export interface SoundtrackSpec {
  codec: 'aac' | 'opus';
  /** Length of the video in samples, at least 1. */
  totalSamples: number;
  /** In the order of their start, each from 0 up. */
  cues: readonly SoundtrackCue[];
  /** In the order of their start, each within the length. Absent: none. */
  footage?: readonly FootageSoundCue[] | undefined;
  music?: SoundtrackMusic | undefined;
}

/** Samples of the time line; the end is exclusive. */
export interface SoundtrackSpan {
  fromSample: number;
  toSample: number;
}

/** The value of a 16-bit sample that is 1 in floating point. */
export const PCM_FULL_SCALE = 32_768;

/** The channels of the soundtrack: two if music or a video has two. Speech is mono. */
export const soundtrackChannels = ({ music, footage = [] }: Pick<SoundtrackSpec, 'music' | 'footage'>): 1 | 2 =>
  music?.channels === 2 || footage.some(({ channels }) => channels === 2) ? 2 : 1;

/**
 * The nearest start of an AAC frame, at most 10.7 ms away (less than a frame of the video). Cues that start there are
 * encoded to the same bytes wherever an edit moves them; others rarely are.
 */
export const snapToAacFrame = (sample: number): number => Math.round(sample / AAC_FRAME_SAMPLES) * AAC_FRAME_SAMPLES;

/** The audible part of a cue. */
export interface AudibleCuePart {
  source: string;
  startSample: number;
  /** Exclusive. */
  endSample: number;
}

/**
 * The audible part of every cue, which ends with its file, at the next cue, or with the video: cues never overlap.
 * @throws RangeError for cues out of order, or a soundtrack without a length
 */
export function cutCuesToAudibleParts({ cues, totalSamples, music }: SoundtrackSpec): AudibleCuePart[] {
  if (!(totalSamples > 0) || (music && !(music.samples > 0)))
    throw new RangeError('a soundtrack and its music have at least one sample');
  return cues.flatMap(({ source, startSample, samples }, i) => {
    const nextStart = cues[i + 1]?.startSample ?? Number.POSITIVE_INFINITY;
    if (startSample < 0 || nextStart < startSample) throw new RangeError('cues are out of order');
    const endSample = Math.min(startSample + samples, nextStart, totalSamples);
    return endSample > startSample ? [{ source, startSample, endSample }] : [];
  });
}

/** The cues of everything that is spoken, in the order of their start: speech, and the voices of presenters. */
export function collectSpokenSoundCues(spec: SoundtrackSpec): AudibleCuePart[] {
  const voices = (spec.footage ?? []).flatMap(({ source, startSample, samples, is_speech }) =>
    is_speech ? [{ source, startSample, endSample: startSample + samples }] : [],
  );
  const cues = cutCuesToAudibleParts(spec);
  return voices.length === 0 ? cues : [...cues, ...voices].sort((one, other) => one.startSample - other.startSample);
}

/** The cues that sound within a stretch of samples. */
export const soundtrackCuesWithin = (
  cues: readonly AudibleCuePart[],
  { fromSample, toSample }: { fromSample: number; toSample: number },
): AudibleCuePart[] => cues.filter(({ startSample, endSample }) => startSample < toSample && endSample > fromSample);
