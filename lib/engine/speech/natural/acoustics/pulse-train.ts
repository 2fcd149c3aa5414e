import { HALF_SPECTRUM_WINDOW_SAMPLES, NATURAL_VOICE_SAMPLE_RATE_HZ, SPECTRUM_HOP_SAMPLES } from './frames.ts';
import type { ModelMemory } from './model-memory.ts';

/** A frame with a lower pitch has no voice. */
const MIN_PITCH_HZ = 40;
/** The highest frequency of a harmonic. */
const MAX_HARMONIC_HZ = 11_000;
/** Samples that are made at a time. */
const PART_SAMPLES = 64 * SPECTRUM_HOP_SAMPLES;

/** The pitch at each sample: that of a frame at the middle of the frame, and interpolated linearly in between. */
function pitchCurve(f0: Float32Array): Float32Array {
  const curve = new Float32Array(f0.length * SPECTRUM_HOP_SAMPLES);
  for (let frame = 0; frame <= f0.length; frame++) {
    const [previousPitch = 0, nextPitch = 0] = [f0[Math.max(frame - 1, 0)], f0[Math.min(frame, f0.length - 1)]];
    const previousMiddle = frame * SPECTRUM_HOP_SAMPLES - SPECTRUM_HOP_SAMPLES / 2;
    for (
      let index = Math.max(0, -previousMiddle);
      index < SPECTRUM_HOP_SAMPLES && previousMiddle + index < curve.length;
      index++
    ) {
      curve[previousMiddle + index] =
        previousPitch + ((nextPitch - previousPitch) * (index + 0.5)) / SPECTRUM_HOP_SAMPLES;
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
export function synthesizePulseTrain(memory: ModelMemory, f0: Float32Array): Float32Array {
  const curve = pitchCurve(f0);
  const { length } = curve;
  const sound = new Float32Array(length + 2 * HALF_SPECTRUM_WINDOW_SAMPLES);
  let phase = 0;
  for (let partStart = 0; partStart < length; partStart += PART_SAMPLES) {
    const count = Math.min(PART_SAMPLES, length - partStart);
    memory.scoped(() => {
      const [phasesAddress, countsAddress] = [memory.take(4 * count), memory.take(4 * count)];
      const [turns, harmonics] = [memory.floats(phasesAddress, count), memory.floats(countsAddress, count)];
      for (let index = 0; index < count; index++) {
        const pitch = curve[partStart + index] ?? 0;
        const phasePitch = Math.max(pitch, MIN_PITCH_HZ);
        phase += phasePitch / NATURAL_VOICE_SAMPLE_RATE_HZ;
        if (phase >= 1) phase -= 1;
        // 32-bit floats are densest around 0. Pulses are there, and small errors of their phase would be large errors of the sound.
        turns[index] = phase > 0.5 ? phase - 1 : phase;
        // Without harmonics, the sum is zero.
        harmonics[index] = 0.5 + (pitch > MIN_PITCH_HZ ? Math.floor(MAX_HARMONIC_HZ / phasePitch) : 0);
      }
      memory.kernels.pulses(phasesAddress, phasesAddress + 4 * count, countsAddress);
      sound.set(turns, HALF_SPECTRUM_WINDOW_SAMPLES + partStart);
    });
  }
  reflect(sound, length);
  return sound;
}
