import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pcmInput, soundtrackOutput } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { joinSoundtrack } from './join-soundtrack.ts';
import { MusicFile } from './music-file.ts';
import { type SoundtrackSpec, soundtrackChannels } from './soundtrack.ts';
import { type SoundtrackPart, wholeSoundtrack } from './soundtrack-parts.ts';
import { placeSpeechWithin, soundtrackPcm } from './soundtrack-pcm.ts';

export { joinSoundtrack };

/** The local file of a source: speech as WAV (mono, 48 kHz, 16 bit), music as FLAC (48 kHz). */
export type FileOf = (source: string) => string;

/**
 * Encodes one part of a soundtrack: AAC-LC, 48 kHz, in ADTS; Opus in Ogg. Equal contents give equal bytes. Memory does
 * not grow with its length. (One process with an encoder for each of several parts saves nothing: 60 parts of 9 s took
 * 3.5 s of CPU either way.) After a failure nothing is left at `outFile`.
 * @throws WavError, MusicError, RangeError, FfmpegError; the signal's reason after an abort
 */
export async function encodeSoundtrackPart(
  spec: SoundtrackSpec,
  part: SoundtrackPart,
  fileOf: FileOf,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const pcmFile = `${outFile}.music`;
  const channels = soundtrackChannels(spec);
  try {
    const speech = await placeSpeechWithin(spec, part, fileOf);
    const { music } = spec;
    await using musicFile = music && (await MusicFile.decode(music, fileOf(music.source), part, pcmFile, runtime));
    const pcm = Readable.from(soundtrackPcm(spec, part, speech, musicFile), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: pcm, options: pcmInput(channels) }],
        output: { at: outFile, options: soundtrackOutput(spec.codec, channels) },
      },
      runtime,
    );
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    await rm(pcmFile, { force: true });
  }
}

/**
 * Encodes the whole soundtrack by one encoder: the fallback when parts cannot be joined.
 * @throws as encodeSoundtrackPart
 */
export async function encodeWholeSoundtrack(
  spec: SoundtrackSpec,
  fileOf: FileOf,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const part = wholeSoundtrack(spec);
  const file = `${outFile}.part`;
  try {
    await encodeSoundtrackPart(spec, part, fileOf, file, runtime);
    const { size: bytes } = await stat(file);
    await joinSoundtrack(spec, [{ ...part, file, offset: 0, bytes }], outFile, runtime);
  } finally {
    await rm(file, { force: true });
  }
}
