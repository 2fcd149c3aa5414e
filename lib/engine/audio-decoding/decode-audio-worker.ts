import { parentPort, workerData } from 'node:worker_threads';
import type { AudioDecodeJob, AudioDecodeResult } from './decode-audio.ts';
import { AudioFault, type DecodedAudio, invalidAudioFault } from './decoded-audio.ts';
import { damagedAudioFault } from './decoders/wasm-decoder.ts';
import { detectAudioFormat } from './detect-audio-format.ts';
import { joinAudioBlocks } from './join-audio-blocks.ts';

// The thread of `decodeAudio`: decodes the file in `workerData` and posts one AudioDecodeResult.

// Each decoder is loaded when a file needs it: loading all of them takes longer than decoding most files.
const DECODERS = {
  mp3: async () => (await import('./decoders/mp3.ts')).decodeMp3,
  wav: async () => (await import('./decoders/wav.ts')).decodeWav,
  vorbis: async () => (await import('./decoders/vorbis.ts')).decodeVorbis,
  opus: async () => (await import('./decoders/opus.ts')).decodeOpus,
  flac: async () => (await import('./decoders/flac.ts')).decodeFlac,
  m4a: async () => (await import('./decoders/m4a.ts')).decodeM4a,
};

async function decode({ bytes, limits }: AudioDecodeJob): Promise<DecodedAudio> {
  const format = detectAudioFormat(bytes);
  if (!format) throw invalidAudioFault('Audio must be MP3, WAV, FLAC, M4A (AAC-LC), or Ogg with Vorbis or Opus.');
  const decoder = await DECODERS[format]();
  try {
    return await joinAudioBlocks(decoder(bytes, limits), limits);
  } catch (error) {
    // Hostile bytes make decoders throw: an index out of bounds, a trap of WebAssembly. The file is damaged then.
    throw error instanceof AudioFault ? error : damagedAudioFault(error);
  }
}

async function runJob(): Promise<AudioDecodeResult> {
  try {
    return { audio: await decode(workerData as AudioDecodeJob) };
  } catch (error) {
    if (!(error instanceof AudioFault)) throw error;
    return { fault: { code: error.code, message: error.message, cause: String(error.cause ?? '') } };
  }
}

const result = await runJob();
parentPort?.postMessage(
  result,
  'audio' in result ? result.audio.channels.map(({ buffer }) => buffer as ArrayBuffer) : [],
);
