import { decodeWavHeader } from '#engine/video/audio/wav.ts';

/** The sound of one utterance, as the command of a synthesizer gave it. */
export interface CommandEngineSound {
  /** Mono. */
  pcm: Int16Array;
  /** Hz. */
  sampleRate: number;
}

const MAX_CHANNELS = 2;

/**
 * Reads the output of a synthesizer: a WAV file (16 bit, mono or stereo), or raw samples (signed 16 bit, little endian, mono).
 * @param rawSampleRate Hz, of raw samples
 * @throws Error, WavError for other output.
 */
export function readCommandEngineSound(output: Buffer, rawSampleRate: number): CommandEngineSound {
  if (output.length === 0) throw new Error('no sound at all');
  if (output.toString('latin1', 0, 4) !== 'RIFF') {
    if (output.length % 2 !== 0) throw new Error('half a sample');
    return { pcm: mixToMono(output, 1), sampleRate: rawSampleRate };
  }
  const { sampleRate, channels, bitsPerSample, dataOffset, dataBytes } = decodeWavHeader(output);
  if (bitsPerSample !== 16 || channels < 1 || channels > MAX_CHANNELS || sampleRate < 8000 || sampleRate > 96_000)
    throw new Error(`${channels} channels of ${bitsPerSample} bit at ${sampleRate} Hz`);
  // A program that writes to a pipe cannot seek back to the length: the declared length may be anything.
  const dataEnd = Math.min(output.length, dataOffset + (dataBytes || Number.POSITIVE_INFINITY));
  return { pcm: mixToMono(output.subarray(dataOffset, dataEnd), channels), sampleRate };
}

/** The mean of the channels of 16-bit samples. */
function mixToMono(bytes: Buffer, channels: number): Int16Array {
  const pcm = new Int16Array(Math.floor(bytes.length / 2 / channels));
  for (let i = 0; i < pcm.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += bytes.readInt16LE((i * channels + channel) * 2);
    pcm[i] = Math.round(sum / channels);
  }
  return pcm;
}
