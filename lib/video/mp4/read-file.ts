import { type FileHandle, open } from 'node:fs/promises';
import { type Box, Mp4Error, parseBoxes } from './boxes.ts';

/** Where a top-level box stands in a file. */
export interface TopLevelBox {
  type: string;
  start: number;
  size: number;
}

/** The top-level boxes, in order, and `moov`, read whole: it is small, however long the video. */
export interface Mp4File {
  boxes: readonly TopLevelBox[];
  moov: Box;
}

// `stsz` has 4 bytes a frame: 4 hours at 60 fps are 3.5 MB. Beyond this the file is not one of ours.
const LARGEST_MOOV = 256 * 2 ** 20;

/** Reads the structure of an MP4 file, not its media. @throws Mp4Error */
export async function readMp4(path: string): Promise<Mp4File> {
  const file = await open(path, 'r');
  try {
    const boxes = await topLevelBoxes(file);
    const at = boxes.find((box) => box.type === 'moov');
    if (!at || at.size > LARGEST_MOOV) throw new Mp4Error('the file has no usable "moov" box');
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
    const header = await readBytes(file, start, Math.min(16, fileSize - start));
    if (header.length < 8) throw new Mp4Error('a box header is cut');
    const size = boxSize(header, fileSize - start);
    const type = header.toString('latin1', 4, 8);
    if (size < 8 || start + size > fileSize) throw new Mp4Error(`the size of a box "${type}" is wrong`);
    boxes.push({ type, start, size });
    start += size;
  }
  return boxes;
}

function boxSize(header: Buffer, bytesLeft: number): number {
  const TO_THE_END = 0;
  const IN_64_BITS = 1;
  const size = header.readUInt32BE(0);
  if (size === TO_THE_END) return bytesLeft;
  if (size !== IN_64_BITS) return size;
  return header.length < 16 ? 0 : Number(header.readBigUInt64BE(8));
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
