import { decodeWavHeader, WavError } from '#engine/video/audio/wav.ts';
import { type DecodedAudio, invalidAudioFault, MAX_AUDIO_CHANNELS, notMonoOrStereoFault } from '../decoded-audio.ts';

/** Sample values by their width: 8 bits are unsigned, all others signed, little endian. */
const SAMPLE_READERS: Readonly<Record<number, (data: Buffer, offset: number) => number>> = {
  8: (data, offset) => data.readUInt8(offset) / 128 - 1,
  16: (data, offset) => data.readInt16LE(offset) / 0x8000,
  24: (data, offset) => data.readIntLE(offset, 3) / 0x80_0000,
  32: (data, offset) => data.readInt32LE(offset) / 0x8000_0000,
};

/** Samples per block. The limits are checked after each block. */
const BLOCK_SAMPLES = 65_536;

/** The samples of a PCM WAV file, in blocks. @throws AudioFault */
export function* decodeWav(bytes: Uint8Array): Generator<DecodedAudio> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { channels, sampleRate, bitsPerSample, dataOffset, dataBytes } = readHeader(buffer);
  const readSample = SAMPLE_READERS[bitsPerSample];
  if (!readSample) throw invalidAudioFault('A WAV file must have 8, 16, 24 or 32 bits per sample.');
  if (dataBytes !== undefined && dataOffset + dataBytes > buffer.length)
    throw invalidAudioFault('The WAV file is cut off.');
  // Checked before the first block: with 65,535 channels one block would be the whole file, in as many arrays.
  if (channels < 1 || channels > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  const bytesPerSample = bitsPerSample / 8;
  const data = buffer.subarray(dataOffset, dataBytes === undefined ? undefined : dataOffset + dataBytes);
  const samplesPerChannel = Math.floor(data.length / (bytesPerSample * channels));
  for (let blockStart = 0; blockStart < samplesPerChannel; blockStart += BLOCK_SAMPLES) {
    const blockLength = Math.min(BLOCK_SAMPLES, samplesPerChannel - blockStart);
    yield {
      channels: Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: blockLength }, (_, i) =>
          readSample(data, ((blockStart + i) * channels + channel) * bytesPerSample),
        ),
      ),
      sampleRate,
    };
  }
}

function readHeader(buffer: Buffer) {
  try {
    return decodeWavHeader(buffer);
  } catch (error) {
    if (!(error instanceof WavError || error instanceof RangeError)) throw error;
    throw invalidAudioFault('This WAV file cannot be read. Only complete files of PCM samples are accepted.', error);
  }
}
