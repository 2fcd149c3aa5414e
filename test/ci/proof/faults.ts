import type { Film } from './film.ts';
import type { Observation } from './observe-film.ts';

/** The least SSIM of luma between a frame of a hold and the slide that was drawn. */
export const MIN_SSIM = 0.99;
/** Where the frames of a standing part are not copies, none may differ more than this from the one before it (SSIM). */
export const LARGEST_STEP = 0.005;
/** Between two key frames. */
const MAX_GOP_SECONDS = 5;

/** What a video should be. */
export type Expected = Pick<Film, 'shots' | 'frames' | 'keyframes' | 'isCopied' | 'areFadesBlended'> & {
  settings: Pick<Film['settings'], 'width' | 'height' | 'fps'>;
};

/** What is wrong with a video, in words; nothing when it is what it should be. */
export function faultsOf(expected: Expected, { index, hashes, ssims }: Observation): string[] {
  return [
    ...indexFaults(expected, index),
    ...keyframeFaults(expected, index),
    ...pictureFaults(expected, hashes, ssims),
  ];
}

function indexFaults({ settings, frames }: Expected, index: Observation['index']): string[] {
  const { width, height, fps } = settings;
  const found: string[] = [];
  if (index.width !== width || index.height !== height) found.push(`it is ${index.width}x${index.height}`);
  if (index.frames !== frames) found.push(`its index has ${index.frames} frames, not ${frames}`);
  const [run, ...others] = index.runs;
  const isEven = others.length === 0 && run?.count === frames && run.duration * fps === index.ticksPerSecond;
  if (!isEven) found.push(`its frames do not all last 1/${fps} s`);
  return found;
}

function keyframeFaults(
  { shots, settings, keyframes, frames, areFadesBlended }: Expected,
  index: Observation['index'],
): string[] {
  const found: string[] = [];
  if (index.keyframes.join() !== keyframes.join()) found.push(`its key frames are ${index.keyframes.join(' ')}`);
  // The plan itself may be wrong.
  const starts = shots.flatMap((shot, index) =>
    areFadesBlended && 'fade' in shot ? [] : [shots.slice(0, index).reduce((sum, before) => sum + before.frames, 0)],
  );
  const missing = starts.filter((start) => !index.keyframes.includes(start));
  if (missing.length > 0) found.push(`no key frame is at ${missing.join(' ')}`);
  const gaps = index.keyframes.map((at, i) => (index.keyframes[i + 1] ?? frames) - at);
  const longest = Math.max(...gaps);
  if (longest > MAX_GOP_SECONDS * settings.fps) found.push(`${longest} frames have one key frame`);
  return found;
}

function pictureFaults(
  { shots, frames, isCopied }: Expected,
  hashes: Observation['hashes'],
  ssims: Observation['ssims'],
): string[] {
  const found: string[] = [];
  if (hashes.length !== frames) found.push(`${hashes.length} frames were decoded, not ${frames}`);
  let first = 0;
  for (const [number, shot] of shots.entries()) {
    const end = first + shot.frames;
    const different = new Set(hashes.slice(first, end)).size;
    if ('fade' in shot) {
      if (different !== shot.frames) found.push(`shot ${number} has ${different} different frames`);
    } else {
      if (isCopied && different !== 1) found.push(`shot ${number} does not stand: ${different} different frames`);
      found.push(...ssimFaults(number, ssims.slice(first, end)));
    }
    first = end;
  }
  return found;
}

function ssimFaults(number: number, ssims: Observation['ssims']): string[] {
  const values = ssims.map((value) => value ?? Number.NaN);
  const worst = Math.min(...values);
  const step = Math.max(0, ...values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? Number.NaN))));
  const found: string[] = [];
  if (!(worst >= MIN_SSIM)) found.push(`shot ${number} has an SSIM of ${worst.toFixed(4)}`);
  if (!(step < LARGEST_STEP)) found.push(`shot ${number} pulses: its SSIM changes by ${step.toFixed(4)}`);
  return found;
}
