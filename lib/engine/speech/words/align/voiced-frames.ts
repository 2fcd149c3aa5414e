import { FEATURES_PER_FRAME, type SoundFeatures } from './sound-features.ts';

/** Frames of silence that are a pause: 120 ms. Shorter ones are within consonants. */
const PAUSE_FRAMES = 12;
/** Decibels below the loud frames at which silence starts; at most, and as a share of the distance to the noise. */
const QUIET_DECIBELS = 38;
const QUIET_SHARE = 0.72;

/** The weight of a number of a frame: the finer a detail of the spectrum is, the more it differs between voices. */
const weightOf = (feature: number): number => 1 / Math.sqrt(Math.max(1, feature));

/** The frames of a sound in which somebody speaks, without pauses. */
export interface VoicedFrames {
  /** The number of each frame in the sound, ascending. */
  frames: Int32Array;
  /** `FEATURES_PER_FRAME` numbers for each, with the same mean and variance over all of them in every sound: voices, rooms and microphones differ less then. */
  values: Float32Array;
}

/** The level below which a frame is silent, in decibels. */
function quietLevel(levels: Float32Array): number {
  const sorted = Float32Array.from(levels).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [noise, loud] = [at(0.03), at(0.9)];
  return loud - Math.min(QUIET_DECIBELS, QUIET_SHARE * (loud - noise));
}

/** Leaves out pauses, and makes the numbers of a sound comparable with those of another one. */
export function voicedFrames({ values, levels }: SoundFeatures): VoicedFrames {
  const quiet = quietLevel(levels);
  const kept: number[] = [];
  let silent = 0;
  for (const [frame, level] of levels.entries()) {
    silent = level < quiet ? silent + 1 : 0;
    kept.push(frame);
    // A pause is left out, its start included, once it is long enough.
    if (silent === PAUSE_FRAMES) kept.length -= PAUSE_FRAMES;
    else if (silent > PAUSE_FRAMES) kept.length -= 1;
  }
  // What starts or ends the sound is silence, however short it is.
  while (kept.length > 0 && (levels[kept[kept.length - 1] ?? 0] ?? 0) < quiet) kept.pop();
  const first = kept.findIndex((frame) => (levels[frame] ?? 0) >= quiet);
  const frames = Int32Array.from(kept.slice(Math.max(0, first)));
  return { frames, values: normalized(values, frames) };
}

function normalized(values: Float32Array, frames: Int32Array): Float32Array {
  const taken = new Float32Array(frames.length * FEATURES_PER_FRAME);
  for (let feature = 0; feature < FEATURES_PER_FRAME; feature++) {
    let [sum, squares] = [0, 0];
    for (const frame of frames) {
      const value = values[frame * FEATURES_PER_FRAME + feature] ?? 0;
      sum += value;
      squares += value ** 2;
    }
    const mean = sum / Math.max(1, frames.length);
    const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, frames.length) - mean ** 2));
    const scale = weightOf(feature) / deviation;
    for (const [index, frame] of frames.entries())
      taken[index * FEATURES_PER_FRAME + feature] =
        ((values[frame * FEATURES_PER_FRAME + feature] ?? 0) - mean) * scale;
  }
  return taken;
}
