import { allocateFourierFrameGroup, FRAMES_PER_FOURIER_GROUP, storeFourierTwiddles } from './frame-group.ts';
import {
  divideBySquaredWindowSum,
  HALF_SPECTRUM_WINDOW_SAMPLES,
  hannWindow,
  SPECTRUM_BINS,
  SPECTRUM_HOP_SAMPLES,
  SPECTRUM_WINDOW_SAMPLES,
} from './frames.ts';
import { type ModelMemoryMatrix, matrixRowBytes } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { synthesizePulseTrain } from './pulse-train.ts';

/** Parts of a row of spectra, of `SPECTRUM_BINS` floats each. */
const SPECTRA_PARTS = { voiced: 0, voicedPhase: 1, noise: 2, unfiltered: 3, unfilteredPhase: 4 } as const;

/** Makes sound of spectra and pitch. */
export interface Vocoder {
  /**
   * Makes the sound of all frames.
   * @param f0 Hz for each frame, at least three frames
   * @param spectra the rows of `count` frames, from `firstFrame` on; called in order, with at most `rows` frames at a time. The memory of a
   * result may be reused.
   * @returns samples from −1 to 1, 300 for each frame
   */
  synthesize(
    f0: Float32Array,
    rows: number,
    spectra: (firstFrame: number, count: number) => ModelMemoryMatrix,
  ): Float32Array<ArrayBuffer>;
}

/** Creates a vocoder, and allocates the memory that it keeps between calls. */
export function createVocoder(memory: ModelMemory): Vocoder {
  const window = hannWindow();
  // A cosine of the size 1 has a spectrum of the size 1.
  const sourceWindow = window.map((value) => value / (SPECTRUM_WINDOW_SAMPLES / 4));
  const synthesisWindow = window.map((value) => value / SPECTRUM_WINDOW_SAMPLES);
  const group = allocateFourierFrameGroup(memory, storeFourierTwiddles(memory));

  /** Makes the frames from `frame` on; `row` is the address of the first one's spectra. */
  const addFrames = (
    sound: Float32Array,
    source: Float32Array,
    frame: number,
    count: number,
    rowAddress: number,
    stride: number,
  ) => {
    group.analyze(source, frame * SPECTRUM_HOP_SAMPLES, sourceWindow);
    group.spectra.slice(0, count).forEach(({ real, realEnd, imaginary }, index) => {
      const addressOfPart = (partIndex: number): number => rowAddress + index * stride + 4 * partIndex * SPECTRUM_BINS;
      // biome-ignore format: what belongs together is on a line
      memory.kernels.spectrum(
        real, realEnd, imaginary,
        addressOfPart(SPECTRA_PARTS.voiced), addressOfPart(SPECTRA_PARTS.voicedPhase), addressOfPart(SPECTRA_PARTS.noise),
        addressOfPart(SPECTRA_PARTS.unfiltered), addressOfPart(SPECTRA_PARTS.unfilteredPhase),
        (frame + index) * SPECTRUM_WINDOW_SAMPLES,
      );
    });
    group.synthesize(sound, frame * SPECTRUM_HOP_SAMPLES - HALF_SPECTRUM_WINDOW_SAMPLES, count, synthesisWindow);
  };

  return {
    synthesize: (f0, rows, spectra) => {
      const frames = f0.length;
      const source = synthesizePulseTrain(memory, f0);
      const sound = new Float32Array(frames * SPECTRUM_HOP_SAMPLES);
      for (let firstFrame = 0; firstFrame < frames; firstFrame += rows) {
        memory.scoped(() => {
          const matrix = spectra(firstFrame, Math.min(rows, frames - firstFrame));
          for (let row = 0; row < matrix.rows; row += FRAMES_PER_FOURIER_GROUP) {
            const stride = matrixRowBytes(matrix.columns);
            const count = Math.min(FRAMES_PER_FOURIER_GROUP, matrix.rows - row);
            addFrames(sound, source, firstFrame + row, count, matrix.address + row * stride, stride);
          }
        });
      }
      divideBySquaredWindowSum(sound, window);
      for (let sample = 0; sample < sound.length; sample++)
        sound[sample] = Math.min(1, Math.max(-1, sound[sample] ?? 0));
      return sound;
    },
  };
}
