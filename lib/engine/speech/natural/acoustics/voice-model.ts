import { decodeSpectrumFrames, readSpectrumDecoderWeights, spectraOfFrames } from './decoder.ts';
import { encodePhonemeIds, readPhonemeEncoderWeights } from './encoder.ts';
import { createVoiceKernels } from './kernels/kernels.ts';
import { createModelMemory } from './model-memory.ts';
import { predictPhonemeDurations, predictPitchAndLoudness, readProsodyPredictorWeights } from './prosody.ts';
import { createVocoder } from './vocoder.ts';
import { readVoiceModelWeights } from './weights.ts';

/**
 * The maximum number of phonemes that the voice model reads in one call. The model itself has no limit, but its memory grows with the square
 * of their number.
 */
export const MAX_PHONEMES_PER_CALL = 510;
/** Samples of a unit of duration: 25 ms of a rate of 24 kHz. */
export const DURATION_UNIT_SAMPLES = 600;

/** The sound of spoken phonemes, and the duration of each phoneme. */
export interface SynthesizedPhonemes {
  /** Mono, 24 kHz, from −1 to 1. */
  samples: Float32Array<ArrayBuffer>;
  /**
   * In units of 25 ms: the pause before, each phoneme, the pause after. Their sum times `DURATION_UNIT_SAMPLES` is the number of samples.
   * Empty if there are no phonemes.
   */
  durations: readonly number[];
}

/** Phonemes that are spoken more slowly and higher than the model would, or faster and lower. */
export interface PhonemeRangeProsody {
  /** Indexes of the first phoneme and of the one after the last. */
  first: number;
  end: number;
  /** Factor of the usual duration. */
  stretch: number;
  /** Factor of the usual pitch. */
  pitch: number;
}

/** A voice that reads phonemes. Equal calls give equal bytes. */
export interface VoiceModel {
  /**
   * Speaks phonemes.
   * @param ids numbers of the phonemes in the voice's vocabulary, at most 510, without the pads
   * @param speed 0.5 (half as fast) to 2
   * @param stressed not overlapping; absent: none
   * @throws RangeError for more phonemes, a number without a phoneme, or a speed out of range
   */
  speak(ids: readonly number[], speed: number, stressed?: readonly PhonemeRangeProsody[]): SynthesizedPhonemes;
}

/** The id before the first and after the last phoneme. */
const PAD_ID = 0;
/** The maximum number of frames whose spectra are in memory at once. */
const MAX_SPECTRA_ROWS = 64;

function checkRequest(ids: readonly number[], vocabularySize: number, speed: number): void {
  if (ids.length > MAX_PHONEMES_PER_CALL)
    throw new RangeError(`${ids.length} phonemes are more than ${MAX_PHONEMES_PER_CALL}`);
  const unknownId = ids.find((id) => !(Number.isInteger(id) && id >= 0 && id < vocabularySize));
  if (unknownId !== undefined) throw new RangeError(`The voice has no phoneme ${unknownId}`);
  if (!(speed >= 0.5 && speed <= 2)) throw new RangeError(`The speed ${speed} is not from 0.5 to 2`);
}

/** The stress of each row: the pad comes before the first phoneme. */
function stressByRow(rows: number, stressed: readonly PhonemeRangeProsody[]): (PhonemeRangeProsody | undefined)[] {
  const stresses = Array<PhonemeRangeProsody | undefined>(rows).fill(undefined);
  for (const stress of stressed) stresses.fill(stress, stress.first + 1, stress.end + 1);
  return stresses;
}

/**
 * The voice of an ONNX file: text encoders, prosody and decoder in WebAssembly, with the file's own integers, and a vocoder.
 * @param onnx content of `hibari.onnx`
 * @throws Error if it is not that model
 */
export function createVoiceModel(onnx: Uint8Array): VoiceModel {
  const memory = createModelMemory(createVoiceKernels());
  const weights = readVoiceModelWeights(memory, onnx);
  const textNames = { convolutions: '', project: '/Transpose_2', attention: '', layers: 4 };
  const textEncoder = readPhonemeEncoderWeights(weights, { tensors: 'm.text', ...textNames });
  const prosodyNames = { convolutions: '_1', project: '/Transpose_25', attention: '_4', layers: 6 };
  const prosodyEncoder = readPhonemeEncoderWeights(weights, { tensors: 'pn.text', ...prosodyNames });
  const [prosody, decoder] = [readProsodyPredictorWeights(weights), readSpectrumDecoderWeights(weights)];
  const vocoder = createVocoder(memory);
  const vocabularySize = textEncoder.embedding.length / textEncoder.width;
  return {
    speak: (ids, speed, stressed = []) => {
      checkRequest(ids, vocabularySize, speed);
      if (ids.length === 0) return { samples: new Float32Array(0), durations: [] };
      return memory.scoped(() => {
        const paddedIds = [PAD_ID, ...ids, PAD_ID];
        const prosodyEncoding = encodePhonemeIds(memory, prosodyEncoder, paddedIds);
        const stressOf = stressByRow(paddedIds.length, stressed);
        const durations = predictPhonemeDurations(
          memory,
          prosody,
          prosodyEncoding,
          (row) => speed / (stressOf[row]?.stretch ?? 1),
        );
        const rowOfUnit = durations.flatMap((units, row) => Array<number>(units).fill(row));
        const pitch = predictPitchAndLoudness(
          memory,
          prosody,
          prosodyEncoding,
          rowOfUnit,
          (row) => stressOf[row]?.pitch ?? 1,
        );
        const decoded = decodeSpectrumFrames(
          memory,
          decoder,
          encodePhonemeIds(memory, textEncoder, paddedIds),
          rowOfUnit,
          pitch,
        );
        const samples = vocoder.synthesize(pitch.f0, MAX_SPECTRA_ROWS, (firstFrame, count) =>
          spectraOfFrames(memory, decoder, decoded, firstFrame, count),
        );
        return { samples, durations };
      });
    },
  };
}
