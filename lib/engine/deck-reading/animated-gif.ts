// Structure, offsets and flags: GIF89a Specification, https://www.w3.org/Graphics/GIF/spec-gif89a.txt, sections 15 to 26.

/** Bytes of the signature and the logical screen descriptor. */
const SCREEN_BYTES = 13;
/** Offset of the flags that describe the global colour table. */
const SCREEN_FLAGS_OFFSET = 10;
const IMAGE_SEPARATOR = 0x2c;
/** Bytes of an image descriptor, with its separator. */
const IMAGE_DESCRIPTOR_BYTES = 10;
/** Offset of the flags that describe the local colour table, in an image descriptor. */
const IMAGE_FLAGS_OFFSET = 9;
/** Bytes before the blocks of pixels: the smallest code size of LZW. */
const CODE_SIZE_BYTES = 1;
const EXTENSION_INTRODUCER = 0x21;
/** Bytes before the blocks of an extension: introducer and label. */
const EXTENSION_BYTES = 2;
/** Flags: a colour table follows, and the bits of its size. */
const HAS_COLOR_TABLE = 0x80;
const COLOR_TABLE_SIZE = 0x07;

/** Bytes of the colour table that flags describe: 3 for each of 2^(size+1) colours; 0 without a table. */
const colorTableBytes = (flags: number): number =>
  (flags & HAS_COLOR_TABLE) === 0 ? 0 : 3 * 2 ** ((flags & COLOR_TABLE_SIZE) + 1);

/** Offset after the data sub-blocks that start at `start`: each has its length before it, and an empty one is the last. */
function endOfSubBlocks(bytes: Uint8Array, start: number): number {
  let offset = start;
  for (let length = bytes[offset] ?? 0; length > 0; length = bytes[offset] ?? 0) offset += length + 1;
  return offset + 1;
}

/** Reports whether a file is a GIF with more than one frame. A GIF that is damaged before its second frame is not animated. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  if (!/^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'))) return false;
  let frameCount = 0;
  let offset = SCREEN_BYTES + colorTableBytes(bytes[SCREEN_FLAGS_OFFSET] ?? 0);
  while (offset < bytes.length) {
    const blockType = bytes[offset];
    if (blockType === EXTENSION_INTRODUCER) offset = endOfSubBlocks(bytes, offset + EXTENSION_BYTES);
    else if (blockType === IMAGE_SEPARATOR) {
      frameCount += 1;
      if (frameCount > 1) return true;
      const tableSize = colorTableBytes(bytes[offset + IMAGE_FLAGS_OFFSET] ?? 0);
      offset = endOfSubBlocks(bytes, offset + IMAGE_DESCRIPTOR_BYTES + tableSize + CODE_SIZE_BYTES);
    } else return false;
  }
  return false;
}
