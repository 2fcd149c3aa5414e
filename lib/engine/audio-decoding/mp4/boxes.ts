import { type Mp4BoxContentExtent, Mp4Error, readMp4BoxContentExtents } from '#engine/video/mp4/boxes.ts';
import { type AudioFault, invalidAudioFault } from '../decoded-audio.ts';
import { MAX_AAC_FRAMES } from './aac-frames.ts';

/** The fault of a file that ends too early. */
export const truncatedM4aFault = (): AudioFault => invalidAudioFault('The M4A file is cut off.');
/** The fault of a file whose tables contradict one another. */
export const damagedM4aTablesFault = (): AudioFault =>
  invalidAudioFault('The M4A file is damaged: its tables do not fit together.');

/** The boxes of a range of a file, in order. @throws AudioFault when a box exceeds the range. */
export function* iterateMp4Boxes(
  fileBytes: Buffer,
  { from, to }: Pick<Mp4BoxContentExtent, 'from' | 'to'>,
): Generator<Mp4BoxContentExtent> {
  try {
    yield* readMp4BoxContentExtents(fileBytes, from, to);
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error;
    throw error.isCut ? truncatedM4aFault() : damagedM4aTablesFault();
  }
}

/** The first box at a path of types within a range; undefined when there is none. */
export function findMp4BoxAtPath(
  fileBytes: Buffer,
  range: Pick<Mp4BoxContentExtent, 'from' | 'to'>,
  ...path: readonly string[]
): Mp4BoxContentExtent | undefined {
  const [type, ...innerPath] = path;
  for (const box of iterateMp4Boxes(fileBytes, range))
    if (box.type === type) return innerPath.length === 0 ? box : findMp4BoxAtPath(fileBytes, box, ...innerPath);
  return undefined;
}

/**
 * The rows of a table of big-endian 32-bit numbers, which the table's count of rows precedes.
 * @param countOffset bytes from the start of the box to the count
 * @param numbersPerRow numbers per row
 * @param tooManyRowsFault makes the fault of a table with more than MAX_AAC_FRAMES rows: no table needs more than one row per frame
 * @throws AudioFault when the box is too short for the rows: the count is never trusted.
 */
export function* readMp4Table(
  fileBytes: Buffer,
  { from, to }: Mp4BoxContentExtent,
  countOffset: number,
  numbersPerRow: number,
  tooManyRowsFault: () => AudioFault = damagedM4aTablesFault,
): Generator<number[]> {
  if (from + countOffset + 4 > to) throw damagedM4aTablesFault();
  const rowCount = fileBytes.readUInt32BE(from + countOffset);
  const rowsOffset = from + countOffset + 4;
  if (rowsOffset + rowCount * numbersPerRow * 4 > to) throw damagedM4aTablesFault();
  if (rowCount > MAX_AAC_FRAMES) throw tooManyRowsFault();
  for (let row = 0; row < rowCount; row++)
    yield Array.from({ length: numbersPerRow }, (_, column) =>
      fileBytes.readUInt32BE(rowsOffset + (row * numbersPerRow + column) * 4),
    );
}
