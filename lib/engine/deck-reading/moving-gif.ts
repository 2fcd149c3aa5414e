const HEADER_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;

/** Bytes of a table of colours. @param flags byte that describes it */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The place after a chain of blocks, each with its length before it. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
}

/** Reports whether a file is a GIF of more than one frame (GIF89a, sections 17–26). A damaged one does not move. */
export function isMovingGif(bytes: Uint8Array): boolean {
  if (!/^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'))) return false;
  let frames = 0;
  for (let at = HEADER_BYTES + tableBytes(bytes[10] ?? 0); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === EXTENSION) at = afterBlocks(bytes, at + 2);
    else if (kind === IMAGE) {
      frames += 1;
      if (frames > 1) return true;
      at = afterBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
    } else return false;
  }
  return false;
}
