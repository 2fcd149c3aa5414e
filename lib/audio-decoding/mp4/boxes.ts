import { type BoxExtent, Mp4Error, readBoxExtents } from '../../video/mp4/boxes.ts';
import { type AudioFault, invalidAudio } from '../decoded-audio.ts';
import { MAX_FRAMES } from './aac-frames.ts';

export const m4aCutOff = (): AudioFault => invalidAudio('The M4A file is cut off.');
export const damagedTables = (): AudioFault => invalidAudio('The M4A file is damaged: its tables do not fit together.');

/** The boxes that fill a stretch of the file, in order. @throws AudioFault where one goes beyond it. */
export function* boxesIn(file: Buffer, { from, to }: Pick<BoxExtent, 'from' | 'to'>): Generator<BoxExtent> {
  try {
    yield* readBoxExtents(file, from, to);
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error;
    throw error.isCut ? m4aCutOff() : damagedTables();
  }
}

/** The first box at a path of types within a stretch; undefined when there is none. */
export function boxAt(
  file: Buffer,
  within: Pick<BoxExtent, 'from' | 'to'>,
  ...path: readonly string[]
): BoxExtent | undefined {
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
export function* tableRows(
  file: Buffer,
  { from, to }: BoxExtent,
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
