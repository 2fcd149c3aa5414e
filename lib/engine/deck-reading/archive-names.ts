const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;
const MAX_NAMES = 10_000;

/**
 * The names in the directory of a zip, as far as it can be followed, to tell what kind of file it is. Nothing is unpacked and nothing is checked:
 * `openZip` does that. Names are in Latin-1: only their ASCII parts are right.
 */
export function archiveNames(bytes: Buffer): string[] {
  const names: string[] = [];
  const end = bytes.lastIndexOf(END_RECORD);
  if (end < 0 || end + 20 > bytes.length) return names;
  let at = bytes.readUInt32LE(end + 16);
  while (names.length < MAX_NAMES && at + CENTRAL_HEADER_BYTES <= end && bytes.readUInt32LE(at) === CENTRAL_HEADER) {
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const from = at + CENTRAL_HEADER_BYTES;
    names.push(bytes.toString('latin1', from, from + name));
    at = from + name + extra + comment;
  }
  return names;
}
