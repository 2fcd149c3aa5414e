import { decodeWavHeader, WavError } from '#engine/video/audio/wav.ts';
import { type DecodedAudio, invalidAudioFault, MAX_AUDIO_CHANNELS, notMonoOrStereoFault } from '../decoded-audio.ts';

/** Sample values by their width: 8 bits are unsigned, all others signed, little endian. */
const READERS: Readonly<Record<number, (data: Buffer, at: number) => number>> = {
  8: (data, at) => data.readUInt8(at) / 128 - 1,
  16: (data, at) => data.readInt16LE(at) / 0x8000,
  24: (data, at) => data.readIntLE(at, 3) / 0x80_0000,
  32: (data, at) => data.readInt32LE(at) / 0x8000_0000,
};

/** Samples per block. The limits are checked after each block. */
const BLOCK = 65_536;

/** The samples of a PCM WAV file, in blocks. @throws AudioFault */
export function* decodeWav(bytes: Uint8Array): Generator<DecodedAudio> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { channels, sampleRate, bitsPerSample, dataOffset, dataBytes } = header(file);
  const read = READERS[bitsPerSample];
  if (!read) throw invalidAudioFault('A WAV file must have 8, 16, 24 or 32 bits per sample.');
  if (dataBytes !== undefined && dataOffset + dataBytes > file.length)
    throw invalidAudioFault('The WAV file is cut off.');
  // Checked before the first block: with 65,535 channels one block would be the whole file, in as many arrays.
  if (channels < 1 || channels > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  const width = bitsPerSample / 8;
  const data = file.subarray(dataOffset, dataBytes === undefined ? undefined : dataOffset + dataBytes);
  const length = Math.floor(data.length / (width * channels));
  for (let from = 0; from < length; from += BLOCK) {
    const count = Math.min(BLOCK, length - from);
    yield {
      channels: Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: count }, (_, i) => read(data, ((from + i) * channels + channel) * width)),
      ),
      sampleRate,
    };
  }
}

function header(file: Buffer) {
  try {
    return decodeWavHeader(file);
  } catch (error) {
    if (!(error instanceof WavError || error instanceof RangeError)) throw error;
    throw invalidAudioFault('This WAV file cannot be read. Only complete files of PCM samples are accepted.', error);
  }
}
