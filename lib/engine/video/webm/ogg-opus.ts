import { createReadStream } from 'node:fs';

/** The file is not Opus in Ogg as this service writes it. */
export class OggError extends Error {
  override name = 'OggError';
}

/** Samples per second of decoded Opus, whatever the rate of its input. */
export const OPUS_SAMPLE_RATE = 48_000;

/** A packet of an Opus stream. Counts are in samples. */
export interface OpusPacket {
  bytes: Buffer;
  /** Its first sample, counted from the start of the stream, including the pre-skip. */
  start: number;
  samples: number;
  /** Samples after the end of the sound: 0 in all packets but the last. */
  discard: number;
}

/** The head of an Opus stream. */
export interface OpusHead {
  /** The identification header (RFC 7845, 5.1). */
  bytes: Buffer;
  channels: number;
  /** Samples at the start that are not played. */
  preSkip: number;
}

/** Reads an Ogg file: the head, and the packets of each page together. @throws OggError */
export async function* readOggOpus(path: string): AsyncGenerator<{ head: OpusHead; packets: OpusPacket[] }> {
  let head: OpusHead | undefined;
  let hasTags = false;
  let start = 0;
  for await (const { packets, endPosition } of oggPages(path)) {
    const pagePackets: OpusPacket[] = [];
    for (const bytes of packets) {
      if (!head) head = readHead(bytes);
      else if (!hasTags) hasTags = true;
      else {
        const samples = packetSamples(bytes);
        pagePackets.push({ bytes, start, samples, discard: 0 });
        start += samples;
      }
    }
    const lastPacket = pagePackets.at(-1);
    if (lastPacket && endPosition !== undefined)
      lastPacket.discard = Math.max(0, Math.min(lastPacket.samples, start - endPosition));
    if (head) yield { head, packets: pagePackets };
  }
  if (!head || !hasTags) throw new OggError('the file ends within its headers');
}

interface OggPage {
  packets: Buffer[];
  /** In the last page only, its granule position: samples up to the end of the sound. */
  endPosition: number | undefined;
}

const PAGE_HEADER_BYTES = 27;
const WHOLE_SEGMENT = 255;
const END_OF_STREAM = 4;

/** The pages of an Ogg file (RFC 3533, 6). @throws OggError for bytes that are not a page, and when the last page is cut */
async function* oggPages(path: string): AsyncGenerator<OggPage> {
  let bytes: Buffer = Buffer.alloc(0);
  let partialPacket: Buffer[] = [];
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
    for (let length = pageLength(bytes); length <= bytes.length; length = pageLength(bytes)) {
      const page = bytes.subarray(0, length);
      bytes = bytes.subarray(length);
      const segments = page.subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + page.readUInt8(26));
      const packets: Buffer[] = [];
      let offset = PAGE_HEADER_BYTES + segments.length;
      for (const segment of segments) {
        partialPacket.push(page.subarray(offset, offset + segment));
        offset += segment;
        if (segment === WHOLE_SEGMENT) continue;
        packets.push(
          partialPacket.length === 1 ? page.subarray(offset - segment, offset) : Buffer.concat(partialPacket),
        );
        partialPacket = [];
      }
      const isLast = (page.readUInt8(5) & END_OF_STREAM) !== 0;
      yield { packets, endPosition: isLast ? Number(page.readBigInt64LE(6)) : undefined };
    }
  }
  if (bytes.length > 0 || partialPacket.length > 0) throw new OggError('the last page is cut');
}

/** The length of the first page in bytes; infinite while its header is incomplete. */
function pageLength(bytes: Buffer): number {
  if (bytes.length < PAGE_HEADER_BYTES) return Number.POSITIVE_INFINITY;
  if (bytes.toString('latin1', 0, 4) !== 'OggS') throw new OggError('not an Ogg page');
  const segments = bytes.readUInt8(26);
  if (bytes.length < PAGE_HEADER_BYTES + segments) return Number.POSITIVE_INFINITY;
  const table = bytes.subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + segments);
  return table.reduce((sum, segment) => sum + segment, PAGE_HEADER_BYTES + segments);
}

function readHead(bytes: Buffer): OpusHead {
  if (bytes.length < 19 || bytes.toString('latin1', 0, 8) !== 'OpusHead') throw new OggError('not an Opus stream');
  return { bytes: Buffer.from(bytes), channels: bytes.readUInt8(9), preSkip: bytes.readUInt16LE(10) };
}

/**
 * The samples of a packet, from its first byte, and its second one if that states the number of frames (RFC 6716, 3.1, 3.2).
 */
function packetSamples(packet: Buffer): number {
  const [toc = 0, count = 0] = packet;
  const frames = [1, 2, 2, count & 0x3f][toc & 3] ?? 1;
  return frames * frameSamples(toc >> 3);
}

const SAMPLES_PER_MS = OPUS_SAMPLE_RATE / 1000;

function frameSamples(configuration: number): number {
  if (configuration < 12) return ([10, 20, 40, 60][configuration & 3] ?? 0) * SAMPLES_PER_MS;
  if (configuration < 16) return (configuration & 1 ? 20 : 10) * SAMPLES_PER_MS;
  return 2.5 * 2 ** (configuration & 3) * SAMPLES_PER_MS;
}

/** A block of sound without its track number. */
export interface WebmSoundBlock {
  /** Milliseconds from the start of the stream to the start of the block; the encoder's delay (pre-skip) is part of the stream. */
  ms: number;
  /** The bytes of the block, in pieces. */
  parts: readonly Uint8Array[];
  isKey: boolean;
  /** Nanoseconds at its end that are not played; absent: none. */
  discardNs?: number;
}

const NS_PER_SAMPLE = 1_000_000_000 / OPUS_SAMPLE_RATE;

/** Reads the packets of an Ogg file as they are needed. */
export class OggOpusReader implements AsyncDisposable {
  readonly head: OpusHead;
  readonly #pages: ReturnType<typeof readOggOpus>;
  #packets: readonly OpusPacket[] = [];
  #nextPacket = 0;

  private constructor(head: OpusHead, pages: ReturnType<typeof readOggOpus>) {
    this.head = head;
    this.#pages = pages;
  }

  /** @throws OggError */
  static async open(path: string): Promise<OggOpusReader> {
    const pages = readOggOpus(path);
    const firstPage = await pages.next();
    if (firstPage.done) throw new OggError('the file is empty');
    return new OggOpusReader(firstPage.value.head, pages);
  }

  /** The packets that start before this time (milliseconds) and were not returned yet. @throws OggError for a damaged file */
  async blocksUntil(ms: number): Promise<WebmSoundBlock[]> {
    const blocks: WebmSoundBlock[] = [];
    for (;;) {
      const packet = this.#packets[this.#nextPacket];
      if (!packet) {
        const page = await this.#pages.next();
        if (page.done) return blocks;
        this.#packets = page.value.packets;
        this.#nextPacket = 0;
        continue;
      }
      if (packet.start >= ms * SAMPLES_PER_MS) return blocks;
      this.#nextPacket += 1;
      const { bytes, start, discard } = packet;
      const discardPart = discard > 0 ? { discardNs: Math.round(discard * NS_PER_SAMPLE) } : {};
      blocks.push({ ms: Math.round(start / SAMPLES_PER_MS), parts: [bytes], isKey: true, ...discardPart });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pages.return(undefined);
  }
}
