import { type FileHandle, open } from 'node:fs/promises';
import { SOUND_SAMPLE_RATE } from '../settings.ts';
import { decodeWavHeader, MAX_WAV_HEADER_SEARCH_BYTES, WavError } from './wav.ts';

/** One file on the speech track. */
export interface SpeechCue {
  /** WAV file: mono, 48 kHz, signed 16 bit. */
  file: string;
  startSample: number;
  /** The most samples to play; a cut end is faded out. Absent: all of the file. */
  samples?: number | undefined;
}

/** The speech of a video. */
export interface SpeechTrackSpec {
  /** In the order of their start, each from 0 up. A cue that overlaps the next one is faded out there. */
  cues: readonly SpeechCue[];
  totalSamples: number;
}

/** A cue with its place in its file and its end. */
export interface ScheduledSpeechCue {
  file: string;
  dataOffset: number;
  startSample: number;
  /** Exclusive. */
  endSample: number;
  /** Start of its fade-out, which ends at `endSample`; equal to it when the file is not cut. */
  fadeSample: number;
}

/** The bytes of one sample of speech. All speech inside the service is mono, 48 kHz, signed 16 bit, little endian. */
export const BYTES_PER_SPEECH_SAMPLE = 2;
const CHUNK_BYTES = 1 << 16;
const SILENCE = Buffer.alloc(CHUNK_BYTES);
/** The length of the fade-out at a cut in speech, in samples (30 ms), so that a cut inside a vowel does not click. */
export const SPEECH_CUT_FADE_SAMPLES = 1440;

/**
 * Reads the headers of all files and decides which samples of each are played.
 * @throws WavError for a file of another format; RangeError for cues out of order
 */
export async function scheduleSpeechCues({ cues, totalSamples }: SpeechTrackSpec): Promise<ScheduledSpeechCue[]> {
  const scheduledCues: ScheduledSpeechCue[] = [];
  for (const [i, cue] of cues.entries()) {
    const nextStart = cues[i + 1]?.startSample ?? totalSamples;
    if (cue.startSample < 0 || (cues[i + 1] && nextStart < cue.startSample))
      throw new RangeError('cues are out of order');
    const { dataOffset, samples } = await locateSamples(cue.file);
    const endSample = Math.min(cue.startSample + Math.min(samples, cue.samples ?? samples), nextStart, totalSamples);
    if (endSample <= cue.startSample) continue;
    const isCut = endSample < cue.startSample + samples;
    const fadeSample = isCut ? Math.max(cue.startSample, endSample - SPEECH_CUT_FADE_SAMPLES) : endSample;
    scheduledCues.push({ file: cue.file, dataOffset, startSample: cue.startSample, endSample, fadeSample });
  }
  return scheduledCues;
}

/** Finds the samples of a speech file. @throws WavError for a file of another format */
async function locateSamples(file: string): Promise<{ dataOffset: number; samples: number }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const head = Buffer.alloc(Math.min(size, MAX_WAV_HEADER_SEARCH_BYTES));
  await handle.read(head, 0, head.length, 0);
  const wav = decodeWavHeader(head);
  if (wav.sampleRate !== SOUND_SAMPLE_RATE || wav.channels !== 1 || wav.bitsPerSample !== 8 * BYTES_PER_SPEECH_SAMPLE) {
    throw new WavError('speech must be mono, 48 kHz, 16 bit');
  }
  const bytes = Math.min(wav.dataBytes ?? size, size - wav.dataOffset);
  return { dataOffset: wav.dataOffset, samples: Math.floor(bytes / BYTES_PER_SPEECH_SAMPLE) };
}

/** Samples `from` to `to` (exclusive) of the speech track, in chunks of at most 64 KiB. */
export async function* generateSpeechTrackPcm(
  cues: readonly ScheduledSpeechCue[],
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  let position = from;
  for (const cue of cues) {
    if (cue.endSample <= position) continue;
    if (cue.startSample >= to) break;
    yield* silentPcm(cue.startSample - position);
    position = Math.max(position, cue.startSample);
    const end = Math.min(cue.endSample, to);
    yield* cuePcm(cue, position, end);
    position = end;
  }
  yield* silentPcm(to - position);
}

function* silentPcm(samples: number): Generator<Buffer> {
  for (let bytes = samples * BYTES_PER_SPEECH_SAMPLE; bytes > 0; bytes -= CHUNK_BYTES) yield SILENCE.subarray(0, bytes);
}

async function* cuePcm(cue: ScheduledSpeechCue, from: number, to: number): AsyncGenerator<Buffer> {
  await using handle = await open(cue.file);
  for (let position = from; position < to; ) {
    const samples = Math.min(to - position, CHUNK_BYTES / BYTES_PER_SPEECH_SAMPLE);
    const chunk = Buffer.alloc(samples * BYTES_PER_SPEECH_SAMPLE);
    await readFully(handle, chunk, cue.dataOffset + (position - cue.startSample) * BYTES_PER_SPEECH_SAMPLE);
    fadeOut(chunk, position, cue);
    yield chunk;
    position += samples;
  }
}

async function readFully(handle: FileHandle, into: Buffer, position: number): Promise<void> {
  for (let filled = 0; filled < into.length; ) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) throw new WavError('a sound file became shorter while it was read');
    filled += bytesRead;
  }
}

/** Fades out the samples of a chunk, which starts at `chunkStart` of the time line, as far as they are in the fade-out of the cue. */
function fadeOut(chunk: Buffer, chunkStart: number, { fadeSample, endSample }: ScheduledSpeechCue): void {
  const chunkEnd = chunkStart + chunk.length / BYTES_PER_SPEECH_SAMPLE;
  for (let sample = Math.max(chunkStart, fadeSample); sample < chunkEnd; sample++) {
    const offset = (sample - chunkStart) * BYTES_PER_SPEECH_SAMPLE;
    const gain = (endSample - sample) / (endSample - fadeSample);
    chunk.writeInt16LE(Math.round(chunk.readInt16LE(offset) * gain), offset);
  }
}
