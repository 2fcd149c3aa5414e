/** `nal_unit_type` of the units in the streams of this service (H.264, table 7-1). */
export const NAL_TYPE = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;

/** The start code before every NAL unit of the Annex B streams that this service writes. */
export const ANNEX_B_START_CODE = Uint8Array.of(0, 0, 0, 1);

/** The type of a NAL unit, from its header byte. */
export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;

/** `nal_ref_idc`: 0 when no other picture refers to this unit. */
export const nalRefIdc = (nal: Uint8Array): number => ((nal[0] ?? 0) >> 5) & 3;

/** Removes emulation prevention bytes: NAL unit to RBSP. The header byte stays in front. H.264 and H.265 share this. */
export function unescapeNal(nal: Uint8Array): Uint8Array {
  const rbsp = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    rbsp[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return rbsp.subarray(0, length);
}

/** Inserts emulation prevention bytes, so that no three bytes look like a start code. */
export function escapeNal(rbsp: Uint8Array): Uint8Array {
  const escaped = new Uint8Array(Math.ceil(rbsp.length * 1.5) + 1);
  let length = 0;
  let zeros = 0;
  for (const byte of rbsp) {
    if (zeros >= 2 && byte <= 3) {
      escaped[length++] = 3;
      zeros = 0;
    }
    escaped[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return escaped.subarray(0, length);
}

/**
 * Splits an Annex B stream that comes in pieces of any size. A unit is complete when the next start code or the end of
 * the stream has come; at most this one unit is kept in memory.
 */
export class NalSplitter {
  #pending: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** Takes the next piece and returns the units that it completes, as views of the piece. */
  push(piece: Uint8Array): Buffer[] {
    const scanFrom = Math.max(0, this.#pending.length - 2);
    const bytes = this.#pending.length === 0 ? asBuffer(piece) : Buffer.concat([this.#pending, piece]);
    const units: Buffer[] = [];
    let unitStart = 0;
    let startCodeOffset = nextStartCode(bytes, scanFrom);
    while (startCodeOffset >= 0) {
      if (this.#hasStarted) pushUnit(units, bytes.subarray(unitStart, startCodeOffset));
      this.#hasStarted = true;
      unitStart = startCodeOffset + 3;
      startCodeOffset = nextStartCode(bytes, unitStart);
    }
    this.#pending = bytes.subarray(this.#hasStarted ? unitStart : Math.max(0, bytes.length - 2));
    return units;
  }

  /** Ends the stream and returns its last unit. */
  end(): Buffer[] {
    const units: Buffer[] = [];
    if (this.#hasStarted) pushUnit(units, this.#pending);
    this.#pending = Buffer.alloc(0);
    this.#hasStarted = false;
    return units;
  }
}

/** Splits a whole Annex B stream. */
export function splitAnnexB(bytes: Uint8Array): Buffer[] {
  const splitter = new NalSplitter();
  return [...splitter.push(bytes), ...splitter.end()];
}

/** The NAL units of an Annex B stream that comes in pieces of any size; at most one unit is kept in memory. */
export async function* readNalUnits(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const splitter = new NalSplitter();
  for await (const piece of pieces) yield* splitter.push(piece);
  yield* splitter.end();
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const THREE_BYTE_START_CODE = Buffer.from([0, 0, 1]);
const nextStartCode = (bytes: Buffer, from: number): number => bytes.indexOf(THREE_BYTE_START_CODE, from);

function pushUnit(units: Buffer[], unit: Buffer): void {
  // A unit never ends in a zero byte: zeros here are the first byte of a longer start code, or padding.
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end -= 1;
  if (end > 0) units.push(unit.subarray(0, end));
}
