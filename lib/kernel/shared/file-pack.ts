import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);

/** The extension of the pack of a folder, which has the name of the folder and is next to it. */
export const FILE_PACK_EXTENSION = '.pack';

/** Files that are compressed together. Decompressing 128 small pictures takes less than a millisecond; smaller blocks make a larger pack. */
const FILES_PER_BLOCK = 128;
/** Size of the length of the compressed index, with which a pack starts (unsigned, little-endian). */
const INDEX_LENGTH_BYTES = 4;

/** The index, at the start of a pack. Blocks and files are in order, and each block but the last one has `filesOfBlock` files. */
const packIndexSchema = z.object({
  filesOfBlock: z.int().positive(),
  /** Lengths of the blocks in bytes, compressed. */
  blocks: z.array(z.int().nonnegative()),
  names: z.array(z.string()),
  /** Lengths of the files in bytes, decompressed. */
  lengths: z.array(z.int().nonnegative()),
});

/** Files of a pack, by their names. */
export interface FilePackReader {
  has(name: string): boolean;
  /** The content of a file. @throws RangeError for an unknown name */
  read(name: string): Promise<Uint8Array>;
}

/** Quality of Brotli (0–11): the pack is almost the smallest, in a fraction of the time. */
const BROTLI_QUALITY = 9;

/** Compresses bytes with Brotli. */
const compress = (bytes: Uint8Array): Promise<Buffer> =>
  brotliCompressAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * Packs many small, similar files into one. A zip would compress each of them separately, with a header for each.
 * @param files names and contents, similar files next to each other
 */
export async function packFiles(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let first = 0; first < files.length; first += FILES_PER_BLOCK) {
    const blockContents = files.slice(first, first + FILES_PER_BLOCK).map(([, bytes]) => bytes);
    blocks.push(await compress(Buffer.concat(blockContents)));
  }
  const index: z.output<typeof packIndexSchema> = {
    filesOfBlock: FILES_PER_BLOCK,
    blocks: blocks.map(({ length }) => length),
    names: files.map(([name]) => name),
    lengths: files.map(([, { length }]) => length),
  };
  const compressedIndex = await compress(Buffer.from(JSON.stringify(index)));
  const indexLength = Buffer.alloc(INDEX_LENGTH_BYTES);
  indexLength.writeUInt32LE(compressedIndex.length);
  return Buffer.concat([indexLength, compressedIndex, ...blocks]);
}

/** Opens a pack that `packFiles` made. Reading a file decompresses only its block. */
export function openFilePack(pack: Buffer): FilePackReader {
  const indexEnd = INDEX_LENGTH_BYTES + pack.readUInt32LE();
  const index = parseJson(
    packIndexSchema,
    brotliDecompressSync(pack.subarray(INDEX_LENGTH_BYTES, indexEnd)).toString('utf8'),
  );
  const places = new Map(index.names.map((name, place) => [name, place]));
  const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);
  return {
    has: (name) => places.has(name),
    async read(name) {
      const place = places.get(name);
      if (place === undefined) throw new RangeError(`the pack has no ${name}`);
      const blockIndex = Math.floor(place / index.filesOfBlock);
      const blockStart = indexEnd + sum(index.blocks.slice(0, blockIndex));
      const blockContent = await brotliDecompressAsync(
        pack.subarray(blockStart, blockStart + (index.blocks[blockIndex] ?? 0)),
      );
      const fileStart = sum(index.lengths.slice(blockIndex * index.filesOfBlock, place));
      return blockContent.subarray(fileStart, fileStart + (index.lengths[place] ?? 0));
    },
  };
}
