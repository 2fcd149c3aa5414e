import { OggError, OPUS_RATE, type OpusHead, type OpusPacket, readOggOpus } from './ogg-opus.ts';

/** A block of sound without its track number. */
export interface SoundBlock {
  ms: number;
  parts: readonly Uint8Array[];
  isKey: boolean;
  discardNs?: number;
}

const MS = OPUS_RATE / 1000;
const NS_A_SAMPLE = 1_000_000_000 / OPUS_RATE;

/** Reads the packets of an Ogg file as they are needed. */
export class OpusSource implements AsyncDisposable {
  readonly head: OpusHead;
  readonly #pages: ReturnType<typeof readOggOpus>;
  #packets: readonly OpusPacket[] = [];
  #next = 0;

  private constructor(head: OpusHead, pages: ReturnType<typeof readOggOpus>) {
    this.head = head;
    this.#pages = pages;
  }

  /** @throws OggError */
  static async open(path: string): Promise<OpusSource> {
    const pages = readOggOpus(path);
    const first = await pages.next();
    if (first.done) throw new OggError('the file is empty');
    return new OpusSource(first.value.head, pages);
  }

  /** The packets that start before this time and were not returned yet. */
  async blocksUntil(ms: number): Promise<SoundBlock[]> {
    const blocks: SoundBlock[] = [];
    for (;;) {
      const packet = this.#packets[this.#next];
      if (!packet) {
        const page = await this.#pages.next();
        if (page.done) return blocks;
        this.#packets = page.value.packets;
        this.#next = 0;
        continue;
      }
      if (packet.start >= ms * MS) return blocks;
      this.#next += 1;
      const { bytes, start, discard } = packet;
      const discarded = discard > 0 ? { discardNs: Math.round(discard * NS_A_SAMPLE) } : {};
      blocks.push({ ms: Math.round(start / MS), parts: [bytes], isKey: true, ...discarded });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pages.return(undefined);
  }
}
