import { type FileHandle, open } from 'node:fs/promises';
import { FLAC_INPUT_OPTIONS, pcmRangeOutputOptions } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { neededMusicSampleRange } from './music-loop.ts';
import type { SoundtrackMusic } from './soundtrack.ts';

const BYTES_PER_SAMPLE = 2;

/** The music is shorter than its stated length. */
export class MusicTooShortError extends Error {
  override name = 'MusicTooShortError';
}

/** A range of the music's samples, decoded into a file. */
export class DecodedMusicFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #firstSample: number;
  readonly #channels: number;

  private constructor(file: FileHandle, first: number, channels: number) {
    this.#file = file;
    this.#firstSample = first;
    this.#channels = channels;
  }

  /** Decodes from a FLAC file the samples that a range of the time line needs, into `pcmFile`. @throws FfmpegError */
  static async decode(
    music: SoundtrackMusic,
    flacFile: string,
    { fromSample, toSample }: { fromSample: number; toSample: number },
    pcmFile: string,
    runtime: FfmpegRuntime,
  ): Promise<DecodedMusicFile> {
    const { startSample = 0, endSample = toSample } = music;
    const fromMusicSample = Math.max(0, fromSample - startSample);
    const toMusicSample = Math.max(fromMusicSample, Math.min(toSample, endSample) - startSample);
    return DecodedMusicFile.decodeRange(
      music.channels,
      flacFile,
      neededMusicSampleRange(music, fromMusicSample, toMusicSample),
      pcmFile,
      runtime,
    );
  }

  /** Decodes the samples `first` to `end` (exclusive) of a FLAC file into `pcmFile`. @throws FfmpegError */
  static async decodeRange(
    channels: 1 | 2,
    flacFile: string,
    { first, end }: { first: number; end: number },
    pcmFile: string,
    runtime: FfmpegRuntime,
  ): Promise<DecodedMusicFile> {
    await runFfmpeg(
      {
        inputs: [{ at: flacFile, options: FLAC_INPUT_OPTIONS }],
        output: { at: pcmFile, options: pcmRangeOutputOptions(first, Math.max(end, first + 1)) },
      },
      runtime,
    );
    return new DecodedMusicFile(await open(pcmFile), first, channels);
  }

  /** Fills `into` with the samples from `startSample` of the music on, interleaved. @throws MusicTooShortError */
  async read(startSample: number, into: Int16Array): Promise<void> {
    if ((await this.readUpTo(startSample, into)) < into.length)
      throw new MusicTooShortError('the music has fewer samples than stated');
  }

  /** Fills `into` as `read` does, at most up to the end of the decoded samples. @returns the number of values that were read */
  async readUpTo(startSample: number, into: Int16Array): Promise<number> {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    const position = (startSample - this.#firstSample) * this.#channels * BYTES_PER_SAMPLE;
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, position + filled);
      if (bytesRead === 0) return filled / BYTES_PER_SAMPLE;
      filled += bytesRead;
    }
    return into.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
