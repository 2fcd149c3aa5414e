import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import {
  codecFactsOf,
  containerOfCodec,
  type VideoCodecId,
  type VideoCodecIdOfContainer,
} from '#engine/video/codecs/codec-facts.ts';
import type { ExtraFileKind } from '#features/renders/render.ts';
import { extraOutputFilePathOf } from './render-deck.ts';

/** The arguments of a command that decide the path and the codec of a video. */
export interface VideoOutputCliArguments {
  /** Path of the deck. */
  path: string;
  /** Path of the PDF that is sent with the deck. */
  pdf?: string | undefined;
  /** The requested path: a file or a folder. */
  output?: string | undefined;
  codec?: VideoCodecId | undefined;
  extras?: readonly ExtraFileKind[] | undefined;
}

/** The codec of a video whose name ends in `.webm`, if none is given. */
const WEBM_CODEC = 'vp9' satisfies VideoCodecIdOfContainer<'webm'>;

/**
 * The absolute path and the codec of the video of a deck. Without a requested file, the video has the name of the deck; without a
 * requested folder, it is next to the deck. A name that ends in `.webm` selects the codec of WebM.
 * @throws UsageError for a name whose extension does not fit the codec, or if an extra file would overwrite the deck
 */
export function videoOutputPathAndCodec({ path, pdf, output, codec, extras = [] }: VideoOutputCliArguments): {
  output: string;
  codec: VideoCodecId | undefined;
} {
  const namedFile = output !== undefined && !isFolder(output) ? resolve(output) : undefined;
  const chosenCodec =
    codec ?? (namedFile !== undefined && extname(namedFile).toLowerCase() === '.webm' ? WEBM_CODEC : undefined);
  const extension = `.${containerOfCodec(chosenCodec ?? 'h264')}`;
  const videoPath = namedFile ?? join(resolve(output ?? dirname(path)), `${basename(path, extname(path))}${extension}`);
  if (extname(videoPath).toLowerCase() !== extension)
    throw new UsageError(
      `-o ${output}: ${chosenCodec === undefined ? 'a video' : `a video in ${chosenCodec}`} needs a name that ends in ${extension}${codec === undefined ? ` (or in .webm, for ${codecFactsOf(WEBM_CODEC).name})` : ''}.`,
    );
  for (const extra of extras)
    if (
      extra === 'pdf' &&
      [path, pdf].some(
        (inputPath) => inputPath !== undefined && resolve(inputPath) === extraOutputFilePathOf(videoPath, 'pdf'),
      )
    )
      throw new UsageError(
        `--extras: ${basename(extraOutputFilePathOf(videoPath, 'pdf'))} would overwrite the deck. Give the video another name with -o.`,
      );
  return { output: videoPath, codec: chosenCodec };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
