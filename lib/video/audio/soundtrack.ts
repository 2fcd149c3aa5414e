import { AAC_FRAME_SAMPLES } from './adts.ts';

/** A recording on the time line of the sound. Samples are of 48 kHz, counted from the first of the video. */
export interface SoundtrackCue {
  /** Names the content of the recording, whatever file it lies in: equal sources are equal samples. */
  source: string;
  startSample: number;
  /** Length of the recording, or how much of it is wanted. It also ends where the next one starts, and with the video. */
  samples: number;
}

/** What plays under the whole video. */
export interface Music {
  source: string;
  samples: number;
  channels: 1 | 2;
  /** Linear, 0 to 1. */
  volume: number;
  /** Whether it starts again when it is over. */
  loop: boolean;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** Whether it is lowered while someone speaks. */
  duck: boolean;
}

export interface SoundtrackSpec {
  codec: 'aac' | 'opus';
  /** Length of the video in samples, at least 1. */
  totalSamples: number;
  /** In the order of their start, each from 0 up. */
  cues: readonly SoundtrackCue[];
  music?: Music | undefined;
}

/** Stereo only where something is: speech is mono. */
export const soundtrackChannels = ({ music }: SoundtrackSpec): 1 | 2 => music?.channels ?? 1;

/**
 * The place of a cue, moved by 10.7 ms at most (less than a frame of the video) onto the frames of AAC. Cues that start
 * there are encoded to the same bytes wherever an edit moves them; others to the same bytes only one time in many.
 */
export const snapToAacFrame = (sample: number): number => Math.round(sample / AAC_FRAME_SAMPLES) * AAC_FRAME_SAMPLES;

/** What is heard of a cue. */
export interface AudibleCue {
  source: string;
  startSample: number;
  /** Exclusive. */
  endSample: number;
}

/**
 * Every cue up to where it ends by itself, the next one starts or the video is over: no two ever sound at once.
 * @throws RangeError for cues out of order, or a sound without a length.
 */
export function audibleCues({ cues, totalSamples, music }: SoundtrackSpec): AudibleCue[] {
  if (!(totalSamples > 0) || (music && !(music.samples > 0))) throw new RangeError('a sound has at least one sample');
  return cues.flatMap(({ source, startSample, samples }, i) => {
    const next = cues[i + 1]?.startSample ?? Number.POSITIVE_INFINITY;
    if (startSample < 0 || next < startSample) throw new RangeError('cues are out of order');
    const endSample = Math.min(startSample + samples, next, totalSamples);
    return endSample > startSample ? [{ source, startSample, endSample }] : [];
  });
}

/** The cues that sound within a stretch of samples. */
export const cuesWithin = (
  cues: readonly AudibleCue[],
  { fromSample, toSample }: { fromSample: number; toSample: number },
): AudibleCue[] => cues.filter(({ startSample, endSample }) => startSample < toSample && endSample > fromSample);
