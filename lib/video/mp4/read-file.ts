import { type FileHandle, open } from 'node:fs/promises';
import { MAX_HEADER_BYTES, type Mp4Box, Mp4Error, parseBoxes, readBoxHeader } from './boxes.ts';

/** The place of a top-level box in a file, in bytes; `size` includes its header. */
export interface TopLevelBox {
  type: string;
  start: number;
  size: number;
}

/** The top-level boxes in order, and the whole `moov`, which has only some bytes for each frame. */
export interface Mp4File {
  boxes: readonly TopLevelBox[];
  moov: Mp4Box;
}

// `stsz` has 4 bytes a frame: 3.5 MB for 4 hours at 60 fps. A file with more than this is not ours.
const MAX_MOOV_BYTES = 256 * 2 ** 20;

/** Reads the structure of an MP4 file, not its media. @throws Mp4Error */
export async function readMp4(path: string): Promise<Mp4File> {
  const file = await open(path, 'r');
  try {
    const boxes = await topLevelBoxes(file);
    const at = boxes.find((box) => box.type === 'moov');
    if (!at || at.size > MAX_MOOV_BYTES) throw new Mp4Error('the file has no usable "moov" box');
    const [moov] = parseBoxes(await readBytes(file, at.start, at.size));
    if (!moov) throw new Mp4Error('the "moov" box is empty');
    return { boxes, moov };
  } finally {
    await file.close();
  }
}

async function topLevelBoxes(file: FileHandle): Promise<TopLevelBox[]> {
  const { size: fileSize } = await file.stat();
  const boxes: TopLevelBox[] = [];
  for (let start = 0; start < fileSize; ) {
    const header = await readBytes(file, start, Math.min(MAX_HEADER_BYTES, fileSize - start));
    const { type, size } = readBoxHeader(header, 0, fileSize - start);
    boxes.push({ type, start, size });
    start += size;
  }
  return boxes;
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let have = 0; have < length; ) {
    const { bytesRead } = await file.read(bytes, have, length - have, start + have);
    if (bytesRead === 0) throw new Mp4Error('the file ends too early');
    have += bytesRead;
  }
  return bytes;
}
