import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { IMAGE_FILE, type IMAGE_TYPES } from '../../lib/images/image-rules.ts';
import { CommandError } from './command.ts';
import { DeckError, type DeckFault } from './deck-error.ts';
import { type Deck, type DeckImage, parseDeck } from './markdown-deck.ts';

/** A picture that is there to be uploaded. */
export interface ImageFile extends DeckImage {
  /** Absolute. */
  file: string;
  contentType: (typeof IMAGE_TYPES)[number];
}

export interface LoadedDeck extends Deck {
  /** By the index of their slide. */
  images: ReadonlyMap<number, ImageFile>;
}

/** `1 slide`, `2 slides` */
export const countSlides = (count: number): string => `${count} ${count === 1 ? 'slide' : 'slides'}`;

const TYPES: Readonly<Record<string, ImageFile['contentType']>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};

/**
 * Reads a deck from a file and finds its pictures, so that a missing one is known before anything is started.
 * @throws DeckError, CommandError
 */
export async function loadDeck(path: string): Promise<LoadedDeck> {
  const markdown = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read (${error.code})`);
  });
  const deck = parseDeck(markdown, basename(path, extname(path)));
  const images = new Map<number, ImageFile>();
  const faults: DeckFault[] = [];
  for (const [index, { image }] of deck.slides.entries()) {
    if (!image) continue;
    const found = await findImage(image, dirname(path));
    if (typeof found === 'string') faults.push({ slide: index + 1, line: image.line, message: found });
    else images.set(index, found);
  }
  if (faults.length > 0) throw new DeckError(faults);
  return { ...deck, images };
}

/** The file of an image, or what is wrong with it. */
async function findImage(image: DeckImage, folder: string): Promise<ImageFile | string> {
  const contentType = TYPES[extname(image.path).toLowerCase()];
  if (contentType === undefined) return `${image.path} is none of ${Object.keys(TYPES).join(', ')}`;
  const file = resolve(folder, image.path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return `there is no file ${image.path} beside the deck`;
  if (found.size > IMAGE_FILE.max_bytes) return `${image.path} has more than ${IMAGE_FILE.max_bytes / 2 ** 20} MB`;
  return { ...image, file, contentType };
}
