import type { SoundtrackMusic } from './soundtrack.ts';

/** The longest crossfade at the seam of a loop: two seconds, about a bar of most music. */
const CROSSFADE_SAMPLES = 2 * 48_000;

/** The sample of the music at a position of the time line. At the seam of a loop, the ending of the music fades out under its start. */
export interface MusicLoopPosition {
  sample: number;
  /** The sample of the ending, and the progress of the crossfade from 0 to 1. */
  ending?: { sample: number; share: number } | undefined;
}

type Loop = Pick<SoundtrackMusic, 'samples' | 'loop'>;

/** The length of the crossfade in samples: at most a quarter of the music. */
export const musicLoopCrossfadeSamples = ({ samples, loop }: Loop): number =>
  loop ? Math.min(CROSSFADE_SAMPLES, Math.floor(samples / 4)) : 0;

/** The samples after which the music starts again: its length less the crossfade with its ending. */
export const musicLoopPeriodSamples = (music: Loop): number => music.samples - musicLoopCrossfadeSamples(music);

/** The equivalent of a position, in samples since the start of the music, in the first or second round of the loop: later rounds equal the second. */
export function canonicalLoopSample(music: Loop, position: number): number {
  const period = musicLoopPeriodSamples(music);
  return !music.loop || position < period ? position : period + (position % period);
}

/**
 * The samples of the music at a position, in samples since its start on the time line. After the end of music that does not loop, `sample`
 * is after the end, too.
 */
export function musicLoopPosition(music: Loop, position: number): MusicLoopPosition {
  const period = musicLoopPeriodSamples(music);
  if (!music.loop || position < period) return { sample: position };
  const sample = position % period;
  const crossfade = musicLoopCrossfadeSamples(music);
  return sample < crossfade ? { sample, ending: { sample: period + sample, share: sample / crossfade } } : { sample };
}

/** The samples of the music that a stretch of the time line needs, from `first` up to `end` (exclusive). */
export function neededMusicSampleRange(music: Loop, from: number, to: number): { first: number; end: number } {
  const period = musicLoopPeriodSamples(music);
  if (!music.loop || to <= period) return { first: Math.min(from, music.samples), end: Math.min(to, music.samples) };
  const first = from % period;
  const end = first + (to - from);
  const isWithinOneRound = from >= period && first >= musicLoopCrossfadeSamples(music) && end <= period;
  // Across a seam, both the ending and the start are needed; everything between them is decoded, too.
  return isWithinOneRound ? { first, end } : { first: 0, end: music.samples };
}
