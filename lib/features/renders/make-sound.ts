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
import { FileMissingError, type FileStore, type VideoMaker } from './ports.ts';

/** The sound files of a video (speech, recordings, music), each fetched once into a local file. */
export interface SoundFileFetcher {
  /** The path of a sound that was fetched. @param source its hash */
  fileOf(source: string): string;
  /** Fetches sounds. @throws NonRetryableRenderError `narration_failed` for speech whose file no longer exists, which another attempt would not find */
  fetch(sources: readonly string[]): Promise<void>;
}

const CONCURRENCY = 8;

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
  const fetched = new Map<string, string>();
  return {
    fileOf(source) {
      const path = fetched.get(source);
      if (path === undefined) throw new RangeError(`the sound ${source} was not fetched`);
      return path;
    },
    async fetch(sources) {
      const waiting = [...new Set(sources)].filter((source) => !fetched.has(source));
      await forEachConcurrent(waiting, CONCURRENCY, async (source) => {
        const key = ownPropertyValue(sound_files, source);
        if (key === undefined) throw new RangeError(`the plan names no file for the sound ${source}`);
        const path = join(directory, `sound-${source}`);
        await files.getFile(key, path).catch((error: unknown) => {
          const slide = ownPropertyValue(spoken_on, source);
          if (!(error instanceof FileMissingError) || slide === undefined) throw error;
          throw new NonRetryableRenderError('narration_failed', `The narration of ${slide} no longer exists.`, {
            cause: error,
            place: ownPropertyValue(spoken_places, source),
          });
        });
        fetched.set(source, path);
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
  maker: Pick<VideoMaker, 'encodeSoundtrackParts'>,
  chosen: readonly SoundPartWithAddress[],
  fileOf: SoundFileFetcher['fileOf'],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedSoundFile> {
  const planned = chosen.map((one, place) => ({ ...one, outFile: join(directory, `sound-part-${place}`) }));
  await maker.encodeSoundtrackParts(planned, fileOf, signal);
  const file = join(directory, 'sound-parts');
  const parts: ArtifactInFile[] = [];
  await writeFile(file, '');
  let offset = 0;
  for (const { outFile, name } of planned) {
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
  maker: Pick<VideoMaker, 'encodeSoundtrackParts'>,
  soundFiles: SoundFileFetcher,
  sound: Pick<SoundtrackPlan, 'spec' | 'parts'>,
  indexes: readonly number[],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedSoundFile> {
  const planned = splitSoundtrack(sound.spec);
  const chosen = indexes.flatMap((index): SoundPartWithAddress[] => {
    const part = planned[index];
    const name = sound.parts[index];
    return part && name !== undefined ? [{ spec: sound.spec, part, name }] : [];
  });
  await soundFiles.fetch(chosen.flatMap(({ part }) => sourcesOfSoundtrackPart(sound.spec, part)));
  return encodeSoundParts(maker, chosen, soundFiles.fileOf, directory, signal);
}
