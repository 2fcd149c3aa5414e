import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import { type Codec, type CodecIn, containerOf, factsOf } from '#engine/video/codecs/codec-facts.ts';
import type { Extra } from '#features/renders/render.ts';
import { extraFile } from './render-deck.ts';

export interface VideoRequest {
  /** The file of the deck. */
  path: string;
  /** The PDF next to it. */
  pdf?: string | undefined;
  /** Path for the video, as it was requested. */
  output?: string | undefined;
  codec?: Codec | undefined;
  extras?: readonly Extra[] | undefined;
}

/** The codec that a file in `.webm` is made with. */
const OF_WEBM = 'vp9' satisfies CodecIn<'webm'>;

/**
 * Chooses the path of the video of a deck, absolute, and its codec: checked before any work is done. Without a name, and in a folder,
 * it has the name of the deck; without a folder it lies next to the deck. A name in `.webm` asks for the codec of
 * these files.
 * @throws UsageError for a name that is not one of a video of the codec, or where an extra would be written over the deck
 */
export function videoFile({ path, pdf, output, codec, extras = [] }: VideoRequest): {
  output: string;
  codec: Codec | undefined;
} {
  const named = output !== undefined && !isFolder(output) ? resolve(output) : undefined;
  const chosen = codec ?? (named !== undefined && extname(named).toLowerCase() === '.webm' ? OF_WEBM : undefined);
  const extension = `.${containerOf(chosen ?? 'h264')}`;
  const film = named ?? join(resolve(output ?? dirname(path)), `${basename(path, extname(path))}${extension}`);
  if (extname(film).toLowerCase() !== extension)
    throw new UsageError(
      `-o ${output}: ${chosen === undefined ? 'a video' : `a video in ${chosen}`} needs a name that ends in ${extension}${codec === undefined ? ` (or in .webm, for ${factsOf(OF_WEBM).name})` : ''}.`,
    );
  for (const extra of extras)
    if (extra === 'pdf' && [path, pdf].some((read) => read !== undefined && resolve(read) === extraFile(film, 'pdf')))
      throw new UsageError(
        `--extras: ${basename(extraFile(film, 'pdf'))} would overwrite the deck. Give the video another name with -o.`,
      );
  return { output: film, codec: chosen };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
