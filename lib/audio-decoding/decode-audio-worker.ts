import { parentPort, workerData } from 'node:worker_threads';
import { collectBlocks } from './collect-blocks.ts';
import type { DecodeJob, DecodeResult } from './decode-audio.ts';
import { AudioFault, type DecodedAudio, invalidAudio } from './decoded-audio.ts';
import { decodeFlac } from './decoders/flac.ts';
import { decodeM4a } from './decoders/m4a.ts';
import { decodeMp3 } from './decoders/mp3.ts';
import { decodeOpus } from './decoders/opus.ts';
import { decodeVorbis } from './decoders/vorbis.ts';
import { damagedAudio } from './decoders/wasm-decoder.ts';
import { decodeWav } from './decoders/wav.ts';
import { detectAudioFormat } from './detect-audio-format.ts';

const DECODERS = {
  mp3: decodeMp3,
  wav: decodeWav,
  vorbis: decodeVorbis,
  opus: decodeOpus,
  flac: decodeFlac,
  m4a: decodeM4a,
};

async function decode({ bytes, limits }: DecodeJob): Promise<DecodedAudio> {
  const format = detectAudioFormat(bytes);
  if (!format) throw invalidAudio('Audio must be MP3, WAV, FLAC, M4A (AAC-LC), or Ogg with Vorbis or Opus.');
  try {
    return await collectBlocks(DECODERS[format](bytes), limits);
  } catch (error) {
    // Hostile bytes make decoders throw: an index out of bounds, a trap of WebAssembly. The file is damaged then.
    throw error instanceof AudioFault ? error : damagedAudio(error);
  }
}

async function run(): Promise<DecodeResult> {
  try {
    return { audio: await decode(workerData as DecodeJob) };
  } catch (error) {
    if (!(error instanceof AudioFault)) throw error;
    return { fault: { code: error.code, message: error.message, cause: String(error.cause ?? '') } };
  }
}

const result = await run();
parentPort?.postMessage(
  result,
  'audio' in result ? result.audio.channels.map(({ buffer }) => buffer as ArrayBuffer) : [],
);
