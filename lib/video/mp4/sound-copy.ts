import { FileReader } from '../file-reader.ts';
import type { FileWriter } from '../file-writer.ts';
import type { AudioSource } from './audio-source.ts';
import { SampleTable } from './sample-table.ts';

/** Copies the samples of a sound file into another, second by second. */
export class SoundCopy implements AsyncDisposable {
  readonly source: AudioSource;
  readonly table = new SampleTable();
  readonly #file: FileReader;

  private constructor(source: AudioSource, file: FileReader) {
    this.source = source;
    this.#file = file;
  }

  static async open(source: AudioSource): Promise<SoundCopy> {
    return new SoundCopy(source, await FileReader.open(source.path));
  }

  /** Copies what starts to sound before this time, as one chunk. */
  async copyUntil(seconds: number, out: FileWriter): Promise<void> {
    const { samples, timescale, priming } = this.source;
    const end = priming + seconds * timescale;
    this.table.startChunk(out.position);
    for (let next = samples[this.table.samples]; next && this.table.duration < end; ) {
      out.push(await this.#file.read(next.position, next.bytes));
      this.table.add(next.bytes, next.duration);
      next = samples[this.table.samples];
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
  }
}
