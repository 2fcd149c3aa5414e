// Signatures, lengths and offsets: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.12 and 4.3.16.

/** Signature of the end record of a zip. */
export const ZIP_END_RECORD_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
/** Bytes of the end record up to the length of its comment. */
const END_RECORD_FIELDS = 20;
const CENTRAL_HEADER_SIGNATURE = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;

/** An entry in the directory of a zip. */
export interface ZipDirectoryEntry {
  /** Its name as bytes: the encoding may be unknown. */
  name: Buffer;
  /** Its header in the directory, with name, extra fields and comment. */
  header: Buffer;
  /** Size of its compressed content in bytes; 0xffffffff in ZIP64, which has the number in an extra field. */
  size: number;
  /** Offset of its local header in bytes; 0xffffffff in ZIP64. */
  offset: number;
}

/** The number of entries that the end record of a zip declares; 0 if there is no end record. */
export function declaredZipEntryCount(zip: Buffer): number {
  const endRecordStart = zip.lastIndexOf(ZIP_END_RECORD_SIGNATURE);
  return endRecordStart < 0 || endRecordStart + END_RECORD_FIELDS > zip.length
    ? 0
    : zip.readUInt16LE(endRecordStart + 10);
}

/**
 * The entries in the directory of a zip, up to the first that is damaged. Nothing is inflated or checked: `openZip` does both.
 */
export function* zipDirectoryEntries(zip: Buffer): Generator<ZipDirectoryEntry> {
  const endRecordStart = zip.lastIndexOf(ZIP_END_RECORD_SIGNATURE);
  if (endRecordStart < 0 || endRecordStart + END_RECORD_FIELDS > zip.length) return;
  let headerStart = zip.readUInt32LE(endRecordStart + 16);
  while (
    headerStart + CENTRAL_HEADER_BYTES <= endRecordStart &&
    zip.readUInt32LE(headerStart) === CENTRAL_HEADER_SIGNATURE
  ) {
    const nameLength = zip.readUInt16LE(headerStart + 28);
    const extraLength = zip.readUInt16LE(headerStart + 30);
    const commentLength = zip.readUInt16LE(headerStart + 32);
    const nameStart = headerStart + CENTRAL_HEADER_BYTES;
    const nextHeaderStart = nameStart + nameLength + extraLength + commentLength;
    yield {
      name: zip.subarray(nameStart, nameStart + nameLength),
      header: zip.subarray(headerStart, nextHeaderStart),
      size: zip.readUInt32LE(headerStart + 20),
      offset: zip.readUInt32LE(headerStart + 42),
    };
    headerStart = nextHeaderStart;
  }
}
