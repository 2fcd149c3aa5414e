import { type Box, findBox } from './boxes.ts';

const HEADER = 8;
const LARGEST_SHORT_OFFSET = 0xffffffff;

/** Moves the offsets of all chunks (`stco`, `co64`) by as many bytes as `mdat` is moved. */
export function moveChunks(moov: Box, bytes: number): void {
  for (const box of offsetBoxes(moov)) {
    const long = box.type === 'co64';
    const step = long ? 8 : 4;
    for (let at = HEADER; at < box.body.length; at += step) {
      if (long) box.body.writeBigUInt64BE(box.body.readBigUInt64BE(at) + BigInt(bytes), at);
      else box.body.writeUInt32BE(box.body.readUInt32BE(at) + bytes, at);
    }
  }
}

/** Whether an offset would not fit into 32 bits after such a move. */
export const outgrowsShortOffsets = (moov: Box, bytes: number): boolean =>
  offsetBoxes(moov).some(
    ({ type, body }) => type === 'stco' && body.length > HEADER && largestOf(body) + bytes > LARGEST_SHORT_OFFSET,
  );

function largestOf(body: Buffer): number {
  let largest = 0;
  for (let at = HEADER; at < body.length; at += 4) largest = Math.max(largest, body.readUInt32BE(at));
  return largest;
}

/** Turns every `stco` into a `co64`. */
export function widenChunkOffsets(moov: Box): void {
  for (const box of offsetBoxes(moov)) {
    if (box.type !== 'stco') continue;
    const count = (box.body.length - HEADER) / 4;
    const body = Buffer.alloc(HEADER + count * 8);
    box.body.copy(body, 0, 0, HEADER);
    for (let i = 0; i < count; i++)
      body.writeBigUInt64BE(BigInt(box.body.readUInt32BE(HEADER + i * 4)), HEADER + i * 8);
    box.type = 'co64';
    box.body = body;
  }
}

const offsetBoxes = (moov: Box): Box[] =>
  (moov.children ?? [])
    .filter((box) => box.type === 'trak')
    .flatMap((track) => findBox(track, 'mdia', 'minf', 'stbl')?.children ?? [])
    .filter((box) => box.type === 'stco' || box.type === 'co64');
