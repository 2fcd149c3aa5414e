import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pcmInput, soundOutput } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { joinSound } from './join-sound.ts';
import { MusicFile } from './music-file.ts';
import { channelsOf, type SoundSpec } from './sound.ts';
import { type SoundPart, wholeSound } from './sound-parts.ts';
import { placeSpeech, soundPcm } from './sound-pcm.ts';

export { joinSound };

/** The path of a recording's local file: speech as WAV (mono, 48 kHz, 16 bit), music as FLAC (48 kHz). */
export type FileOf = (source: string) => string;

/**
 * Encodes one part of a sound: AAC-LC, 48 kHz, in ADTS; Opus in Ogg. Equal contents give equal bytes. Memory does not grow
 * with its length. (One process for several parts was tried, each with an encoder and a file of samples of its own: 60
 * parts of 9 s took 3.5 s of CPU either way.) Leaves nothing but `outFile`, and on a failure not even that.
 * @throws WavError, MusicError, RangeError, FfmpegError; the signal's reason after an abort.
 */
export async function encodeSoundPart(
  spec: SoundSpec,
  part: SoundPart,
  fileOf: FileOf,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const pcmFile = `${outFile}.music`;
  const channels = channelsOf(spec);
  try {
    const speech = await placeSpeech(spec, part, fileOf);
    const { music } = spec;
    await using musicFile = music && (await MusicFile.decode(music, fileOf(music.source), part, pcmFile, runtime));
    const pcm = Readable.from(soundPcm(spec, part, speech, musicFile), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: pcm, options: pcmInput(channels) }],
        output: { at: outFile, options: soundOutput(spec.codec, channels) },
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

/** The whole sound by one encoder, which always works. @throws what encodeSoundPart throws. */
export async function encodeSoundWhole(
  spec: SoundSpec,
  fileOf: FileOf,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const part = wholeSound(spec);
  const file = `${outFile}.part`;
  try {
    await encodeSoundPart(spec, part, fileOf, file, runtime);
    await joinSound(spec, [{ ...part, file }], outFile, runtime);
  } finally {
    await rm(file, { force: true });
  }
}
