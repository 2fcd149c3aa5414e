import { type AudioFault, invalidAudio } from '../decoded-audio.ts';
import { MAX_FRAMES } from './frames.ts';

/** A box of ISO/IEC 14496-12 §4.2: where its body is in the file. */
export interface Mp4Box {
  type: string;
  from: number;
  to: number;
}

export const cutOff = (): AudioFault => invalidAudio('The M4A file is cut off.');
export const damagedTables = (): AudioFault => invalidAudio('The M4A file is damaged: its tables do not fit together.');

/** The boxes that fill a stretch of a file, in order. @throws AudioFault where one goes beyond it. */
export function* boxesIn(file: Buffer, { from, to }: Pick<Mp4Box, 'from' | 'to'>): Generator<Mp4Box> {
  for (let at = from; at < to; ) {
    if (at + 8 > to) throw cutOff();
    let size = file.readUInt32BE(at);
    let header = 8;
    if (size === 0) size = to - at;
    else if (size === 1) {
      if (at + 16 > to) throw cutOff();
      size = Number(file.readBigUInt64BE(at + 8));
      header = 16;
    }
    if (size < header) throw damagedTables();
    if (at + size > to) throw cutOff();
    yield { type: file.toString('latin1', at + 4, at + 8), from: at + header, to: at + size };
    at += size;
  }
}

/** The first box at a path of types within a stretch; undefined when there is none. */
export function boxAt(
  file: Buffer,
  within: Pick<Mp4Box, 'from' | 'to'>,
  ...path: readonly string[]
): Mp4Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxesIn(file, within))
    if (box.type === type) return rest.length === 0 ? box : boxAt(file, box, ...rest);
  return undefined;
}

/**
 * The rows of a table of big-endian 32-bit numbers: so many a row, `skip` bytes after the start of the box, as many rows as
 * the number before them says.
 * @throws AudioFault when there is no room for them: a count is never believed. With more rows than any sound has frames it
 * is `tooMany`, whatever room there is: no table has a use for more than a row a frame.
 */
export function* rowsOf(
  file: Buffer,
  { from, to }: Mp4Box,
  skip: number,
  width: number,
  tooMany: () => AudioFault = damagedTables,
): Generator<number[]> {
  if (from + skip + 4 > to) throw damagedTables();
  const count = file.readUInt32BE(from + skip);
  const first = from + skip + 4;
  if (first + count * width * 4 > to) throw damagedTables();
  if (count > MAX_FRAMES) throw tooMany();
  for (let row = 0; row < count; row++)
    yield Array.from({ length: width }, (_, column) => file.readUInt32BE(first + (row * width + column) * 4));
}
