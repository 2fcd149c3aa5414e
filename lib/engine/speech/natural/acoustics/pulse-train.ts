import { HALF_SPECTRUM_WINDOW_SAMPLES, NATURAL_VOICE_SAMPLE_RATE_HZ, SPECTRUM_HOP_SAMPLES } from './frames.ts';
import type { ModelMemory } from './model-memory.ts';

/** Hz: below, a frame has no voice. */
const MIN_PITCH_HZ = 40;
/** Hz: harmonics reach up to it. */
const MAX_FREQUENCY = 11_000;
/** Samples that are made at a time. */
const PART = 64 * SPECTRUM_HOP_SAMPLES;

/** The pitch at each sample: frames have theirs at their middle, and it is linear in between. */
function pitchCurve(f0: Float32Array): Float32Array {
  const curve = new Float32Array(f0.length * SPECTRUM_HOP_SAMPLES);
  for (let frame = 0; frame <= f0.length; frame++) {
    const [low = 0, high = 0] = [f0[Math.max(frame - 1, 0)], f0[Math.min(frame, f0.length - 1)]];
    const middle = frame * SPECTRUM_HOP_SAMPLES - SPECTRUM_HOP_SAMPLES / 2;
    for (let index = Math.max(0, -middle); index < SPECTRUM_HOP_SAMPLES && middle + index < curve.length; index++) {
      curve[middle + index] = low + ((high - low) * (index + 0.5)) / SPECTRUM_HOP_SAMPLES;
    }
  }
  return curve;
}

/** Repeats a sound in reverse beyond its ends, by half a window. */
function reflect(sound: Float32Array, length: number): void {
  const end = HALF_SPECTRUM_WINDOW_SAMPLES + length;
  for (let distance = 1; distance <= HALF_SPECTRUM_WINDOW_SAMPLES; distance++) {
    sound[HALF_SPECTRUM_WINDOW_SAMPLES - distance] = sound[HALF_SPECTRUM_WINDOW_SAMPLES + distance] ?? 0;
    sound[end - 1 + distance] = sound[end - 1 - distance] ?? 0;
  }
}

/**
 * A train of pulses with a pitch: the sum of all its harmonics up to 11 kHz, and silence where there is no voice.
 * @param f0 Hz for each frame, at least three frames
 * @returns samples, with half a window more before and after, where the sound is reflected
 */
export function pulseTrain(memory: ModelMemory, f0: Float32Array): Float32Array {
  const curve = pitchCurve(f0);
  const { length } = curve;
  const sound = new Float32Array(length + 2 * HALF_SPECTRUM_WINDOW_SAMPLES);
  let phase = 0;
  for (let from = 0; from < length; from += PART) {
    const count = Math.min(PART, length - from);
    memory.scoped(() => {
      const [phases, counts] = [memory.take(4 * count), memory.take(4 * count)];
      const [turns, harmonics] = [memory.floats(phases, count), memory.floats(counts, count)];
      for (let index = 0; index < count; index++) {
        const pitch = curve[from + index] ?? 0;
        const heard = Math.max(pitch, MIN_PITCH_HZ);
        phase += heard / NATURAL_VOICE_SAMPLE_RATE_HZ;
        if (phase >= 1) phase -= 1;
        // 32-bit floats are densest around 0. Pulses are there, and small errors of their phase would be large errors of the sound.
        turns[index] = phase > 0.5 ? phase - 1 : phase;
        // Without harmonics, the sum is zero.
        harmonics[index] = 0.5 + (pitch > MIN_PITCH_HZ ? Math.floor(MAX_FREQUENCY / heard) : 0);
      }
      memory.kernels.pulses(phases, phases + 4 * count, counts);
      sound.set(turns, HALF_SPECTRUM_WINDOW_SAMPLES + from);
    });
  }
  reflect(sound, length);
  return sound;
}
