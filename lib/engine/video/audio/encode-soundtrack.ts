import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { mp3OutputOptions, pcmInputOptions, soundtrackOutputOptions } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { DecodedMusicFile } from './decoded-music-file.ts';
import { decodeFootageSound } from './footage-sound.ts';
import { joinSoundtrack } from './join-soundtrack.ts';
import { type SoundtrackSpec, soundtrackChannels } from './soundtrack.ts';
import { type SoundtrackPart, wholeSoundtrackAsPart } from './soundtrack-parts.ts';
import { soundtrackPcm, speechCuesWithinSpan } from './soundtrack-pcm.ts';

export { joinSoundtrack };

/** The local file of a source: speech as WAV (mono, 48 kHz, 16 bit), music as FLAC (48 kHz). */
export type ResolveSoundFile = (source: string) => string;

/**
 * Encodes one part of a soundtrack: AAC-LC, 48 kHz, in ADTS; Opus in Ogg. Equal contents give equal bytes. Memory does
 * not grow with its length. After a failure nothing is left at `outFile`.
 * @throws WavError, MusicTooShortError, RangeError, FfmpegError; the signal's reason after an abort
 */
export async function encodeSoundtrackPart(
  spec: SoundtrackSpec,
  part: SoundtrackPart,
  fileOf: ResolveSoundFile,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  await encodePart(
    spec,
    part,
    fileOf,
    { at: outFile, options: soundtrackOutputOptions(spec.codec, soundtrackChannels(spec)) },
    runtime,
  );
}

/**
 * Encodes a whole soundtrack as MP3, for listening without the video; without cues and music it is silence.
 * @param title becomes metadata of the file
 * @throws as encodeSoundtrackPart
 */
export async function encodeSoundtrackAsMp3(
  spec: SoundtrackSpec,
  title: string,
  fileOf: ResolveSoundFile,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const output = { at: outFile, options: mp3OutputOptions(soundtrackChannels(spec), title) };
  await encodePart(spec, wholeSoundtrackAsPart(spec), fileOf, output, runtime);
}

async function encodePart(
  spec: SoundtrackSpec,
  part: SoundtrackPart,
  fileOf: ResolveSoundFile,
  output: { at: string; options: readonly string[] },
  runtime: FfmpegRuntime,
): Promise<void> {
  const pcmFile = `${output.at}.music`;
  const channels = soundtrackChannels(spec);
  try {
    const speech = await speechCuesWithinSpan(spec, part, fileOf);
    const { music } = spec;
    await using musicFile =
      music && (await DecodedMusicFile.decode(music, fileOf(music.source), part, pcmFile, runtime));
    await using footage = await footageSoundOf(spec, part, fileOf, `${output.at}.footage`, runtime);
    const pcm = Readable.from(soundtrackPcm(spec, part, speech, { musicFile, footage }), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: pcm, options: pcmInputOptions(channels) }],
        output,
      },
      runtime,
    );
  } catch (error) {
    await rm(output.at, { force: true });
    throw error;
  } finally {
    await rm(pcmFile, { force: true });
  }
}

/** The sounds of videos of a part; undefined if none is heard in the soundtrack. */
const footageSoundOf = async (
  spec: SoundtrackSpec,
  part: SoundtrackPart,
  fileOf: ResolveSoundFile,
  pcmFile: string,
  runtime: FfmpegRuntime,
) =>
  spec.footage
    ? decodeFootageSound(spec, part, { fileOf, channels: soundtrackChannels(spec), pcmFilePrefix: pcmFile }, runtime)
    : undefined;

/** A part of a soundtrack, and the file that it is encoded into. */
export interface SoundtrackPartToEncode {
  spec: SoundtrackSpec;
  part: SoundtrackPart;
  outFile: string;
}

/** Reports whether a part is AAC without music: its PCM is small enough to be written to a file, so that one process can encode several. */
const isOnlySpeech = ({ spec }: SoundtrackPartToEncode): boolean =>
  spec.codec === 'aac' && !spec.music && !spec.footage;

/**
 * Encodes speech-only parts in one ffmpeg process, because starting a process blocks this one for some 10 ms. Each part has a separate
 * encoder in it, and therefore the same bytes as when it is encoded alone.
 */
async function encodeByOneProcess(
  parts: readonly SoundtrackPartToEncode[],
  fileOf: ResolveSoundFile,
  runtime: FfmpegRuntime,
): Promise<void> {
  const files = parts.map(({ outFile }) => ({ outFile, pcmFile: `${outFile}.pcm` }));
  try {
    for (const { spec, part, outFile } of parts) {
      const speech = await speechCuesWithinSpan(spec, part, fileOf);
      await pipeline(soundtrackPcm(spec, part, speech, {}), createWriteStream(`${outFile}.pcm`));
    }
    const inputs = files.map(({ pcmFile }) => ({ at: pcmFile, options: pcmInputOptions(1) }));
    const outputs = files.map(({ outFile }, input) => ({
      at: outFile,
      options: ['-map', `${input}:a`, ...soundtrackOutputOptions('aac', 1)],
    }));
    const [output, ...moreOutputs] = outputs;
    if (output) await runFfmpeg({ inputs, output, moreOutputs }, runtime);
  } catch (error) {
    await Promise.all(files.map(({ outFile }) => rm(outFile, { force: true })));
    throw error;
  } finally {
    await Promise.all(files.map(({ pcmFile }) => rm(pcmFile, { force: true })));
  }
}

/** The most speech-only parts that one process encodes. */
const MAX_PARTS_PER_PROCESS = 8;
/** Concurrent processes. Sound takes longer than still slides: the second one uses the core that is idle when the pictures are done. */
const MAX_PROCESSES = 2;

/**
 * Encodes parts of one soundtrack or of several, each to the bytes that `encodeSoundtrackPart` makes. The files of a process that
 * fails are removed; files of other processes may remain.
 * @throws as encodeSoundtrackPart
 */
export async function encodeSoundtrackParts(
  parts: readonly SoundtrackPartToEncode[],
  fileOf: ResolveSoundFile,
  runtime: FfmpegRuntime,
): Promise<void> {
  const speechOnlyParts = parts.filter(isOnlySpeech);
  const groups = Array.from({ length: Math.ceil(speechOnlyParts.length / MAX_PARTS_PER_PROCESS) }, (_, group) =>
    speechOnlyParts.slice(group * MAX_PARTS_PER_PROCESS, (group + 1) * MAX_PARTS_PER_PROCESS),
  );
  const encodings = [
    ...groups.map((group) => () => encodeByOneProcess(group, fileOf, runtime)),
    ...parts
      .filter((part) => !isOnlySpeech(part))
      .map(
        ({ spec, part, outFile }) =>
          () =>
            encodeSoundtrackPart(spec, part, fileOf, outFile, runtime),
      ),
  ];
  await forEachConcurrent(encodings, MAX_PROCESSES, (encode) => encode());
}

/**
 * Encodes the whole soundtrack with one encoder: the fallback when parts cannot be joined.
 * @throws as encodeSoundtrackPart
 */
export async function encodeWholeSoundtrack(
  spec: SoundtrackSpec,
  fileOf: ResolveSoundFile,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  const part = wholeSoundtrackAsPart(spec);
  const partFile = `${outFile}.part`;
  try {
    await encodeSoundtrackPart(spec, part, fileOf, partFile, runtime);
    const { size: bytes } = await stat(partFile);
    await joinSoundtrack(spec, [{ ...part, file: partFile, offset: 0, bytes }], outFile, runtime);
  } finally {
    await rm(partFile, { force: true });
  }
}
