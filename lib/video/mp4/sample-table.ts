import { box, fullBox, u32 } from './boxes.ts';

interface Run {
  samples: number;
  /** In ticks. */
  duration: number;
}

interface Chunk {
  offset: number;
  samples: number;
}

const LARGEST_SHORT_OFFSET = 0xffffffff;

/**
 * Gathers what `stbl` states of the samples of a track while they are written. It takes about 4 bytes for each sample.
 */
export class SampleTable {
  /** It doubles when full. */
  #sizes = new Uint32Array(1024);
  #samples = 0;
  /** In ticks of the track. */
  duration = 0;
  readonly #runs: Run[] = [];
  readonly #keys: number[] = [];
  readonly #chunks: Chunk[] = [];

  get samples(): number {
    return this.#samples;
  }

  /** The next samples follow one another from this position of the file on. */
  startChunk(offset: number): void {
    const last = this.#chunks.at(-1);
    if (last?.samples === 0) last.offset = offset;
    else this.#chunks.push({ offset, samples: 0 });
  }

  /**
   * Adds a sample: its length, its duration in ticks, and whether it is a sync sample.
   * @throws RangeError before a chunk
   */
  add(bytes: number, duration: number, isKey = true): void {
    const chunk = this.#chunks.at(-1);
    if (!chunk) throw new RangeError('a sample outside of any chunk');
    if (this.#samples === this.#sizes.length) {
      const larger = new Uint32Array(this.#sizes.length * 2);
      larger.set(this.#sizes);
      this.#sizes = larger;
    }
    this.#sizes[this.#samples++] = bytes;
    chunk.samples += 1;
    this.duration += duration;
    if (isKey) this.#keys.push(this.#samples);
    const run = this.#runs.at(-1);
    if (run?.duration === duration) run.samples += 1;
    else this.#runs.push({ samples: 1, duration });
  }

  /** The `stbl` box with this `stsd`. It has no `stss` when all samples are sync samples, as in sound and text. */
  toBox(stsd: Buffer): Buffer {
    const chunks = this.#chunks.filter(({ samples }) => samples > 0);
    const sync = this.#keys.length === this.#samples ? [] : [fullBox('stss', 0, list(this.#keys))];
    return box(
      'stbl',
      stsd,
      fullBox('stts', 0, u32(this.#runs.length), numbers(this.#runs.flatMap((run) => [run.samples, run.duration]))),
      ...sync,
      fullBox('stsc', 0, samplesPerChunk(chunks)),
      fullBox('stsz', 0, u32(0, this.#samples), numbers(this.#sizes.subarray(0, this.#samples))),
      chunkOffsets(chunks),
    );
  }
}

/** Without spreading: there may be more values than a call takes arguments. */
function numbers(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (let i = 0; i < values.length; i++) bytes.writeUInt32BE(values[i] ?? 0, i * 4);
  return bytes;
}

const list = (values: readonly number[]): Buffer => Buffer.concat([u32(values.length), numbers(values)]);

/** Runs of chunks with the same number of samples, each with the number (from 1) of its first chunk. */
function samplesPerChunk(chunks: readonly Chunk[]): Buffer {
  const SAMPLE_DESCRIPTION = 1;
  const starts = [...chunks.entries()].filter(([i, { samples }]) => chunks[i - 1]?.samples !== samples);
  return Buffer.concat([
    u32(starts.length),
    ...starts.map(([i, { samples }]) => u32(i + 1, samples, SAMPLE_DESCRIPTION)),
  ]);
}

function chunkOffsets(chunks: readonly Chunk[]): Buffer {
  const last = chunks.at(-1)?.offset ?? 0;
  if (last <= LARGEST_SHORT_OFFSET) return fullBox('stco', 0, list(chunks.map(({ offset }) => offset)));
  const offsets = Buffer.alloc(chunks.length * 8);
  for (const [i, { offset }] of chunks.entries()) offsets.writeBigUInt64BE(BigInt(offset), i * 8);
  return fullBox('co64', 0, u32(chunks.length), offsets);
}
