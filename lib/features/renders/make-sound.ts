import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import { type SoundtrackPart, sourcesOfSoundtrackPart, splitSoundtrack } from '#engine/video/audio/soundtrack-parts.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { ArtifactInFile } from './cached-artifact.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { SoundtrackPlan } from './plan/render-plan.ts';
import { FileMissingError, type FileStore, type VideoPartEncoder } from './ports.ts';

/** The sound files of a video (speech, recordings, music), each fetched once into a local file. */
export interface SoundFileFetcher {
  /** The path of a sound that was fetched. @param source its hash */
  fileOf(source: string): string;
  /** Fetches sounds that were not fetched before. @throws NonRetryableRenderError `narration_failed` for speech whose file no longer exists */
  fetch(sources: readonly string[]): Promise<void>;
}

const MAX_CONCURRENT_FETCHES = 8;

/** Makes access to the sound files of a plan. @param directory for the local files */
export function createSoundFileFetcher(
  files: Pick<FileStore, 'getFile'>,
  {
    sound_files,
    spoken_on = {},
    spoken_places = {},
  }: Pick<SoundtrackPlan, 'sound_files' | 'spoken_on' | 'spoken_places'>,
  directory: string,
): SoundFileFetcher {
  const pathsBySource = new Map<string, string>();
  return {
    fileOf(source) {
      const path = pathsBySource.get(source);
      if (path === undefined) throw new RangeError(`the sound ${source} was not fetched`);
      return path;
    },
    async fetch(sources) {
      const sourcesToFetch = [...new Set(sources)].filter((source) => !pathsBySource.has(source));
      await forEachConcurrent(sourcesToFetch, MAX_CONCURRENT_FETCHES, async (source) => {
        const key = ownPropertyValue(sound_files, source);
        if (key === undefined) throw new RangeError(`the plan names no file for the sound ${source}`);
        const path = join(directory, `sound-${source}`);
        await files.getFile(key, path).catch((error: unknown) => {
          const slide = ownPropertyValue(spoken_on, source);
          if (!(error instanceof FileMissingError) || slide === undefined) throw error;
          throw new NonRetryableRenderError('narration_failed', `The narration of ${slide} no longer exists.`, {
            cause: error,
            failedSlide: ownPropertyValue(spoken_places, source),
          });
        });
        pathsBySource.set(source, path);
      });
    },
  };
}

/** Encoded parts of the sound, one after another in a local file. */
export interface EncodedSoundFile {
  file: string;
  parts: ArtifactInFile[];
}

/** A part of the sound with its content address. */
export interface SoundPartWithAddress {
  spec: SoundtrackSpec;
  part: SoundtrackPart;
  name: string;
}

/** Encodes parts of one or several soundtracks into one local file. @param fileOf gives the local file of a sound */
export async function encodeSoundParts(
  maker: Pick<VideoPartEncoder, 'encodeSoundtrackParts'>,
  soundParts: readonly SoundPartWithAddress[],
  fileOf: SoundFileFetcher['fileOf'],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedSoundFile> {
  const partsWithFiles = soundParts.map((soundPart, index) => ({
    ...soundPart,
    outFile: join(directory, `sound-part-${index}`),
  }));
  await maker.encodeSoundtrackParts(partsWithFiles, fileOf, signal);
  const file = join(directory, 'sound-parts');
  const parts: ArtifactInFile[] = [];
  await writeFile(file, '');
  let offset = 0;
  for (const { outFile, name } of partsWithFiles) {
    // Streamed, because with Opus one part is the whole sound of the video.
    await pipeline(createReadStream(outFile), createWriteStream(file, { flags: 'a' }));
    const { size } = await stat(outFile);
    await rm(outFile);
    parts.push({ name, offset, bytes: size });
    offset += size;
  }
  return { file, parts };
}

/** Fetches the sound files of some parts of a plan's sound, and encodes these parts into one local file. @param indexes positions of the parts in the plan */
export async function fetchAndEncodeSoundParts(
  maker: Pick<VideoPartEncoder, 'encodeSoundtrackParts'>,
  soundFiles: SoundFileFetcher,
  sound: Pick<SoundtrackPlan, 'spec' | 'parts'>,
  indexes: readonly number[],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedSoundFile> {
  const allParts = splitSoundtrack(sound.spec);
  const soundParts = indexes.flatMap((index): SoundPartWithAddress[] => {
    const part = allParts[index];
    const name = sound.parts[index];
    return part && name !== undefined ? [{ spec: sound.spec, part, name }] : [];
  });
  await soundFiles.fetch(soundParts.flatMap(({ part }) => sourcesOfSoundtrackPart(sound.spec, part)));
  return encodeSoundParts(maker, soundParts, soundFiles.fileOf, directory, signal);
}
