import { mp4BoxBytes, mp4FullBoxBytes, uint32Bytes } from './boxes.ts';

interface DurationRun {
  samples: number;
  /** In ticks. */
  duration: number;
}

interface ShiftRun {
  samples: number;
  /** In samples. */
  shift: number;
}

interface Chunk {
  offset: number;
  samples: number;
}

const MAX_SHORT_OFFSET = 0xffffffff;

/**
 * Collects the content of `stbl` while the samples of a track are written. It takes about 4 bytes of memory for each sample.
 */
export class SampleTableBuilder {
  /** The bytes of each sample. The array doubles when it is full. */
  #sizes = new Uint32Array(1024);
  #samples = 0;
  /** The duration of all samples together, in ticks of the track. */
  duration = 0;
  readonly #runs: DurationRun[] = [];
  readonly #shifts: ShiftRun[] = [];
  readonly #keys: number[] = [];
  readonly #chunks: Chunk[] = [];

  /** The number of samples. */
  get samples(): number {
    return this.#samples;
  }

  /** Starts a chunk: the next samples are adjacent from this position of the file on. */
  startChunk(offset: number): void {
    const lastChunk = this.#chunks.at(-1);
    if (lastChunk?.samples === 0) lastChunk.offset = offset;
    else this.#chunks.push({ offset, samples: 0 });
  }

  /**
   * True if samples are shown in another order than they are decoded. All then have the same duration, and are shown one duration later, so
   * that no composition offset is negative; the edit of the track has to start one duration later, too.
   */
  get reorders(): boolean {
    return this.#shifts.length > 1;
  }

  /**
   * Adds a sample.
   * @param duration ticks of the track
   * @param isKey true for a sync sample
   * @param shift number of durations by which it is shown later than in decoding order, -1 or more
   * @throws RangeError when no chunk was started, and for a `shift` below -1
   */
  add(bytes: number, duration: number, isKey = true, shift = 0): void {
    if (shift < -1) throw new RangeError('a sample is shown before it is decoded');
    this.#reserve(1);
    this.#sizes[this.#samples] = bytes;
    if (isKey) this.#keys.push(this.#samples + 1);
    this.#count(1, duration, shift);
  }

  /**
   * Adds samples of the same duration, which are shown in decoding order.
   * @param isKey true if the first is a sync sample; the others are not
   * @returns the sum of their bytes
   * @throws RangeError when no chunk was started
   */
  addAll(sizes: Uint32Array, duration: number, isKey: boolean): number {
    this.#reserve(sizes.length);
    this.#sizes.set(sizes, this.#samples);
    if (isKey) this.#keys.push(this.#samples + 1);
    this.#count(sizes.length, duration, 0);
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  #reserve(samples: number): void {
    let capacity = this.#sizes.length;
    while (capacity < this.#samples + samples) capacity *= 2;
    if (capacity === this.#sizes.length) return;
    const largerSizes = new Uint32Array(capacity);
    largerSizes.set(this.#sizes);
    this.#sizes = largerSizes;
  }

  #count(samples: number, duration: number, shift: number): void {
    const chunk = this.#chunks.at(-1);
    if (!chunk) throw new RangeError('a sample outside of any chunk');
    this.#samples += samples;
    chunk.samples += samples;
    this.duration += samples * duration;
    const run = this.#runs.at(-1);
    if (run?.duration === duration) run.samples += samples;
    else this.#runs.push({ samples, duration });
    const shiftRun = this.#shifts.at(-1);
    if (shiftRun?.shift === shift) shiftRun.samples += samples;
    else this.#shifts.push({ samples, shift });
  }

  /** The `stbl` box with this `stsd`. It has no `stss` when all samples are sync samples, as in sound and text. */
  toBox(stsd: Buffer): Buffer {
    const chunks = this.#chunks.filter(({ samples }) => samples > 0);
    const syncSampleBox =
      this.#keys.length === this.#samples ? [] : [mp4FullBoxBytes('stss', 0, countedUint32Bytes(this.#keys))];
    return mp4BoxBytes(
      'stbl',
      stsd,
      mp4FullBoxBytes(
        'stts',
        0,
        uint32Bytes(this.#runs.length),
        manyUint32Bytes(this.#runs.flatMap((run) => [run.samples, run.duration])),
      ),
      ...this.#compositionOffsets(),
      ...syncSampleBox,
      mp4FullBoxBytes('stsc', 0, samplesPerChunk(chunks)),
      mp4FullBoxBytes(
        'stsz',
        0,
        uint32Bytes(0, this.#samples),
        manyUint32Bytes(this.#sizes.subarray(0, this.#samples)),
      ),
      chunkOffsets(chunks),
    );
  }

  #compositionOffsets(): Buffer[] {
    if (!this.reorders) return [];
    const duration = this.#runs[0]?.duration ?? 0;
    const entries = manyUint32Bytes(this.#shifts.flatMap(({ samples, shift }) => [samples, (shift + 1) * duration]));
    return [mp4FullBoxBytes('ctts', 0, uint32Bytes(this.#shifts.length), entries)];
  }
}

/** 32-bit numbers, big-endian. They are not spread into a call of `uint32Bytes`: a call takes only a limited number of arguments. */
function manyUint32Bytes(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (let i = 0; i < values.length; i++) bytes.writeUInt32BE(values[i] ?? 0, i * 4);
  return bytes;
}

const countedUint32Bytes = (values: readonly number[]): Buffer =>
  Buffer.concat([uint32Bytes(values.length), manyUint32Bytes(values)]);

/** Runs of chunks with the same number of samples, each with the number (from 1) of its first chunk. */
function samplesPerChunk(chunks: readonly Chunk[]): Buffer {
  const SAMPLE_DESCRIPTION = 1;
  const runStarts = [...chunks.entries()].filter(([i, { samples }]) => chunks[i - 1]?.samples !== samples);
  return Buffer.concat([
    uint32Bytes(runStarts.length),
    ...runStarts.map(([i, { samples }]) => uint32Bytes(i + 1, samples, SAMPLE_DESCRIPTION)),
  ]);
}

function chunkOffsets(chunks: readonly Chunk[]): Buffer {
  const lastOffset = chunks.at(-1)?.offset ?? 0;
  if (lastOffset <= MAX_SHORT_OFFSET)
    return mp4FullBoxBytes('stco', 0, countedUint32Bytes(chunks.map(({ offset }) => offset)));
  const offsets = Buffer.alloc(chunks.length * 8);
  for (const [i, { offset }] of chunks.entries()) offsets.writeBigUInt64BE(BigInt(offset), i * 8);
  return mp4FullBoxBytes('co64', 0, uint32Bytes(chunks.length), offsets);
}
