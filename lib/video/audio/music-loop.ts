import type { Music } from './soundtrack.ts';

/** Two seconds: a bar of most music, and no hole between its end and its beginning. */
const CROSSFADE_SAMPLES = 2 * 48_000;

/** Which sample of the music is heard, and where it comes round again which one fades in while it fades out. */
export interface LoopPosition {
  sample: number;
  /** The ending that still sounds, and how far the crossfade has got: 0 to 1. */
  ending?: { sample: number; share: number } | undefined;
}

type Loop = Pick<Music, 'samples' | 'loop'>;

/** A quarter of the music at most, so that something of it is heard alone. */
export const loopCrossfade = ({ samples, loop }: Loop): number =>
  loop ? Math.min(CROSSFADE_SAMPLES, Math.floor(samples / 4)) : 0;

/** After so many samples it starts again, over its own ending. */
export const loopPeriod = (music: Loop): number => music.samples - loopCrossfade(music);

/** A place on the time line brought to the first or second time round: from the second on each sounds like the last. */
export function canonicalSample(music: Loop, at: number): number {
  const period = loopPeriod(music);
  return !music.loop || at < period ? at : period + (at % period);
}

/** What of the music sounds at a sample of the time line. Beyond the end of music that does not loop, `sample` is too. */
export function loopPosition(music: Loop, at: number): LoopPosition {
  const period = loopPeriod(music);
  if (!music.loop || at < period) return { sample: at };
  const sample = at % period;
  const crossfade = loopCrossfade(music);
  return sample < crossfade ? { sample, ending: { sample: period + sample, share: sample / crossfade } } : { sample };
}

/** The samples of the music that a stretch of the time line needs: from `first` up to `end` (exclusive). */
export function samplesNeeded(music: Loop, from: number, to: number): { first: number; end: number } {
  const period = loopPeriod(music);
  if (!music.loop || to <= period) return { first: Math.min(from, music.samples), end: Math.min(to, music.samples) };
  const first = from % period;
  const end = first + (to - from);
  const isWithinOneRound = from >= period && first >= loopCrossfade(music) && end <= period;
  // Over a seam both the ending and the beginning are needed; what lies between comes along.
  return isWithinOneRound ? { first, end } : { first: 0, end: music.samples };
}
