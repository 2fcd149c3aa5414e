/** First bytes of the record at the end of a zip. */
export const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
/** Up to where the directory starts and how many entries it has: the rest is a comment. */
const END_RECORD_READ = 20;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;

/** An entry as the directory of a zip has it. */
export interface DirectoryEntry {
  /** Its name as bytes: the encoding is not always said. */
  name: Buffer;
  header: Buffer;
  /** Bytes of its packed content, and where its local header starts; 0xffffffff: ZIP64 has the number elsewhere. */
  size: number;
  from: number;
}

/** The number of entries that the end record of a zip says. 0: there is no such record. */
export function saidEntries(zip: Buffer): number {
  const end = zip.lastIndexOf(END_RECORD);
  return end < 0 || end + END_RECORD_READ > zip.length ? 0 : zip.readUInt16LE(end + 10);
}

/**
 * The entries in the directory of a zip, as far as it can be followed. Nothing is unpacked and nothing is checked: `openZip` does
 * that. Where the directory is damaged, the entries end.
 */
export function* directoryEntries(zip: Buffer): Generator<DirectoryEntry> {
  const end = zip.lastIndexOf(END_RECORD);
  if (end < 0 || end + END_RECORD_READ > zip.length) return;
  let at = zip.readUInt32LE(end + 16);
  while (at + CENTRAL_HEADER_BYTES <= end && zip.readUInt32LE(at) === CENTRAL_HEADER) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const nameAt = at + CENTRAL_HEADER_BYTES;
    const next = nameAt + name + extra + comment;
    yield {
      name: zip.subarray(nameAt, nameAt + name),
      header: zip.subarray(at, next),
      size: zip.readUInt32LE(at + 20),
      from: zip.readUInt32LE(at + 42),
    };
    at = next;
  }
}
