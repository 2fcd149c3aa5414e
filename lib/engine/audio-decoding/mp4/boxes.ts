import { type BoxExtent, Mp4Error, readBoxExtents } from '#engine/video/mp4/boxes.ts';
import { type AudioFault, invalidAudio } from '../decoded-audio.ts';
import { MAX_FRAMES } from './aac-frames.ts';

/** The fault of a file that ends too early. */
export const m4aCutOff = (): AudioFault => invalidAudio('The M4A file is cut off.');
/** The fault of a file whose tables contradict one another. */
export const damagedTables = (): AudioFault => invalidAudio('The M4A file is damaged: its tables do not fit together.');

/** The boxes of a range of a file, in order. @throws AudioFault when a box exceeds the range. */
export function* boxesIn(file: Buffer, { from, to }: Pick<BoxExtent, 'from' | 'to'>): Generator<BoxExtent> {
  try {
    yield* readBoxExtents(file, from, to);
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error;
    throw error.isCut ? m4aCutOff() : damagedTables();
  }
}

/** The first box at a path of types within a range; undefined when there is none. */
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
 * The rows of a table of big-endian 32-bit numbers, which the table's count of rows precedes.
 * @param skip bytes from the start of the box to the count
 * @param width numbers per row
 * @param tooMany makes the fault of a table with more than MAX_FRAMES rows: no table needs more than one row per frame
 * @throws AudioFault when the box is too short for the rows: the count is never trusted.
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
