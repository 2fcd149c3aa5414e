import type { FileReader } from '../file-reader.ts';
import { WebmError } from './webm-error.ts';

/** An element, and where its content stands in the file. */
export interface Element {
  id: number;
  /** Of its ID. */
  position: number;
  start: number;
  end: number;
}

const MAX_HEADER = 12;

/** The elements between two positions, one level deep. @throws WebmError when they do not fill it exactly */
export async function* readElements(file: FileReader, from: number, to: number): AsyncGenerator<Element> {
  for (let position = from; position < to; ) {
    const head = await file.read(position, Math.min(MAX_HEADER, to - position));
    const idLength = lengthOf(head, 0);
    const sizeLength = lengthOf(head, idLength);
    if (idLength + sizeLength > head.length) throw new WebmError('the header of an element is cut');
    const start = position + idLength + sizeLength;
    const end = start + readSize(head.subarray(idLength, idLength + sizeLength));
    if (end > to) throw new WebmError('an element is longer than what it stands in');
    yield { id: readUint(head.subarray(0, idLength)), position, start, end };
    position = end;
  }
}

/** Without the bit that marks its length. Taken off first: with it, the longest sizes are no exact numbers. */
const readSize = ([first = 0, ...more]: Uint8Array): number =>
  readUint(Buffer.of(first & (0x7f >> more.length), ...more));

/** By the leading zero bits. */
const lengthOf = (bytes: Buffer, at: number): number => Math.clz32(bytes[at] ?? 0) - 24 + 1;

export const readUint = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** The content of elements by ID; of several with one ID, the last. */
export async function readFields(file: FileReader, { start, end }: Element): Promise<Map<number, Buffer>> {
  const fields = new Map<number, Buffer>();
  for await (const field of readElements(file, start, end)) {
    fields.set(field.id, await file.read(field.start, field.end - field.start));
  }
  return fields;
}
