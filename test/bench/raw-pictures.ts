import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawPicture } from '../../lib/video/picture.ts';
import type { BenchContext } from './row.ts';

const rawFile = ({ folder }: BenchContext, index: number): string => join(folder, `${index}.rgba`);

/** Draws the slides into files, so that a measurement can start from pictures that are there. */
export async function writeRawPictures(context: BenchContext): Promise<void> {
  for (let index = 0; index < context.deck.slides; index++) {
    await writeFile(rawFile(context, index), (await context.deck.draw(index)).rgba);
  }
}

export async function* rawPictures(context: BenchContext, first: number, count: number): AsyncGenerator<RawPicture> {
  for (let index = first; index < first + count; index++) {
    yield { ...context.deck.size, rgba: await readFile(rawFile(context, index)) };
  }
}
