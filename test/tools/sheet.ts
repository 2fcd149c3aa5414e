import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { RawPicture } from '#engine/video/picture.ts';

const GAP = 12;
const TABLE = '#8a8f98';

/** Lays pictures of one size out in rows and writes them as one PNG. */
export async function writeSheet(file: string, pictures: readonly RawPicture[], columns: number): Promise<void> {
  const [first] = pictures;
  if (!first) throw new RangeError('a sheet of no pictures');
  const { width, height } = first;
  const across = Math.min(columns, pictures.length);
  const rows = Math.ceil(pictures.length / across);
  const canvas = { width: across * (width + GAP) + GAP, height: rows * (height + GAP) + GAP };
  await mkdir(dirname(file), { recursive: true });
  await sharp({ create: { ...canvas, channels: 3, background: TABLE } })
    .composite(
      pictures.map(({ rgba }, i) => ({
        input: Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength),
        raw: { width, height, channels: 4 },
        left: GAP + (i % across) * (width + GAP),
        top: GAP + Math.floor(i / across) * (height + GAP),
      })),
    )
    .png({ compressionLevel: 6 })
    .toFile(file);
}
