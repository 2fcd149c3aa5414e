import { SOUND_FEATURES_PER_FRAME, type SoundFeatures } from './sound-features.ts';

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
  /**
   * `SOUND_FEATURES_PER_FRAME` numbers for each, with the same mean and variance over all of them in every sound: voices, rooms and microphones
   * differ less then.
   */
  values: Float32Array;
}

/** The level below which a frame is silent, in decibels. */
function quietLevelOf(levels: Float32Array): number {
  const sorted = Float32Array.from(levels).sort();
  const levelAt = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [noise, loud] = [levelAt(0.03), levelAt(0.9)];
  return loud - Math.min(QUIET_DECIBELS, QUIET_SHARE * (loud - noise));
}

/**
 * Leaves out pauses, and silence at both ends, and normalizes each feature over the frames that remain: its mean becomes 0, and its standard
 * deviation the weight of the feature. The frames of two sounds can then be compared.
 */
export function selectAndNormalizeVoicedFrames({ values, levels }: SoundFeatures): VoicedFrames {
  const quietThreshold = quietLevelOf(levels);
  const keptFrames: number[] = [];
  let silentFrames = 0;
  for (const [frame, level] of levels.entries()) {
    silentFrames = level < quietThreshold ? silentFrames + 1 : 0;
    keptFrames.push(frame);
    // A pause is left out, its start included, once it is long enough.
    if (silentFrames === PAUSE_FRAMES) keptFrames.length -= PAUSE_FRAMES;
    else if (silentFrames > PAUSE_FRAMES) keptFrames.length -= 1;
  }
  // Silence at the start and the end of the sound is left out, however short it is.
  while (keptFrames.length > 0 && (levels[keptFrames[keptFrames.length - 1] ?? 0] ?? 0) < quietThreshold)
    keptFrames.pop();
  const firstLoud = keptFrames.findIndex((frame) => (levels[frame] ?? 0) >= quietThreshold);
  const frames = Int32Array.from(keptFrames.slice(Math.max(0, firstLoud)));
  return { frames, values: normalizeValues(values, frames) };
}

/** The values of frames, with mean 0 and a variance that depends on the feature only. */
function normalizeValues(values: Float32Array, frames: Int32Array): Float32Array {
  const normalizedValues = new Float32Array(frames.length * SOUND_FEATURES_PER_FRAME);
  for (let feature = 0; feature < SOUND_FEATURES_PER_FRAME; feature++) {
    let [sum, squares] = [0, 0];
    for (const frame of frames) {
      const value = values[frame * SOUND_FEATURES_PER_FRAME + feature] ?? 0;
      sum += value;
      squares += value ** 2;
    }
    const mean = sum / Math.max(1, frames.length);
    const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, frames.length) - mean ** 2));
    const scale = weightOf(feature) / deviation;
    for (const [index, frame] of frames.entries())
      normalizedValues[index * SOUND_FEATURES_PER_FRAME + feature] =
        ((values[frame * SOUND_FEATURES_PER_FRAME + feature] ?? 0) - mean) * scale;
  }
  return normalizedValues;
}
