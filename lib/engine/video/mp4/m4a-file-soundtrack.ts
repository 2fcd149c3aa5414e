import { BufferedFileReader, type FileWriter } from '../container/file-io.ts';
import { findMp4Track, type Mp4Box, Mp4Error, requireMp4Box } from './boxes.ts';
import { parseMp4EditList, readMp4, readMp4TimeHeader } from './read.ts';
import { SampleTableBuilder } from './sample-table.ts';

/** One sample (AAC frame) of a sound file. */
export interface M4aSample {
  /** Byte offset in the file. */
  position: number;
  bytes: number;
  /** In ticks. */
  duration: number;
}

/** The soundtrack of an M4A file, to be copied without encoding. */
export interface M4aFileSoundtrack {
  path: string;
  /** Ticks a second: the sampling rate. */
  timescale: number;
  /** Ticks of encoder priming before the sound, from the edit list. */
  priming: number;
  sampleEntry: Buffer;
  samples: readonly M4aSample[];
  /** The number of runs of samples with the same duration. */
  durationRuns: number;
}

/** Reads the sample table of an M4A file. @throws Mp4Error when the file has no sound or is not an MP4 file */
export async function readM4aSoundtrack(path: string): Promise<M4aFileSoundtrack> {
  const { moov } = await readMp4(path);
  const track = findMp4Track(moov, 'soun');
  if (!track) throw new Mp4Error('the file has no audio track');
  const table = requireMp4Box(track, 'mdia', 'minf', 'stbl');
  const stsd = requireMp4Box(table, 'stsd').body;
  if (stsd.readUInt32BE(4) !== 1) throw new Mp4Error('the audio track changes its format within the file');
  const [edit] = track.children?.some(({ type }) => type === 'edts')
    ? parseMp4EditList(requireMp4Box(track, 'edts', 'elst'))
    : [];
  return {
    path,
    timescale: readMp4TimeHeader(requireMp4Box(track, 'mdia', 'mdhd')).timescale,
    priming: Math.max(0, edit?.mediaTime ?? 0),
    sampleEntry: stsd.subarray(8),
    samples: readSamples(table),
    durationRuns: requireMp4Box(table, 'stts').body.readUInt32BE(4),
  };
}

function readSamples(table: Mp4Box): M4aSample[] {
  const sizes = readSizes(requireMp4Box(table, 'stsz').body);
  const durations = readDurations(requireMp4Box(table, 'stts').body);
  const samplesInChunk = samplesPerChunkReader(requireMp4Box(table, 'stsc').body);
  const samples: M4aSample[] = [];
  for (const [chunk, offset] of readChunkOffsets(table).entries()) {
    let position = offset;
    for (let i = samplesInChunk(chunk); i > 0; i--) {
      const bytes = sizes(samples.length);
      samples.push({ position, bytes, duration: durations.next().value ?? 0 });
      position += bytes;
    }
  }
  return samples;
}

function readSizes(stsz: Buffer): (sample: number) => number {
  const commonSize = stsz.readUInt32BE(4);
  return commonSize > 0 ? () => commonSize : (sample) => stsz.readUInt32BE(12 + 4 * sample);
}

function* readDurations(stts: Buffer): Generator<number, undefined> {
  for (let entryOffset = 8; entryOffset < stts.length; entryOffset += 8) {
    for (let i = stts.readUInt32BE(entryOffset); i > 0; i--) yield stts.readUInt32BE(entryOffset + 4);
  }
}

/** A function that gives the number of samples in a chunk (0-based). It has to be called with ascending chunks. */
function samplesPerChunkReader(stsc: Buffer): (chunk: number) => number {
  const ENTRY_BYTES = 12;
  let entryOffset = 8;
  return (chunk) => {
    const nextEntryOffset = entryOffset + ENTRY_BYTES;
    if (nextEntryOffset < stsc.length && chunk + 1 >= stsc.readUInt32BE(nextEntryOffset)) entryOffset = nextEntryOffset;
    return stsc.readUInt32BE(entryOffset + 4);
  };
}

function readChunkOffsets(table: Mp4Box): number[] {
  const longOffsets = table.children?.find(({ type }) => type === 'co64');
  const { body } = longOffsets ?? requireMp4Box(table, 'stco');
  return Array.from({ length: body.readUInt32BE(4) }, (_, i) =>
    longOffsets ? Number(body.readBigUInt64BE(8 + 8 * i)) : body.readUInt32BE(8 + 4 * i),
  );
}

/** Copies the samples of a sound file into a video file, second by second. */
export class AudioSampleCopier implements AsyncDisposable {
  readonly source: M4aFileSoundtrack;
  readonly table = new SampleTableBuilder();
  readonly #file: BufferedFileReader;

  private constructor(source: M4aFileSoundtrack, file: BufferedFileReader) {
    this.source = source;
    this.#file = file;
  }

  static async open(source: M4aFileSoundtrack): Promise<AudioSampleCopier> {
    return new AudioSampleCopier(source, await BufferedFileReader.open(source.path, { reusesBuffer: true }));
  }

  /** Copies the samples that start before this time and were not copied yet, as one chunk. */
  async copyUntil(seconds: number, out: FileWriter): Promise<void> {
    const { samples, timescale, priming } = this.source;
    const end = priming + seconds * timescale;
    this.table.startChunk(out.position);
    // Adjacent samples are copied together: a video of ten minutes has 28,000.
    let [rangeStart, rangeEnd] = [0, 0];
    for (let nextSample = samples[this.table.samples]; nextSample && this.table.duration < end; ) {
      if (nextSample.position !== rangeEnd) {
        await this.#copy(rangeStart, rangeEnd, out);
        rangeStart = nextSample.position;
      }
      rangeEnd = nextSample.position + nextSample.bytes;
      this.table.add(nextSample.bytes, nextSample.duration);
      nextSample = samples[this.table.samples];
    }
    await this.#copy(rangeStart, rangeEnd, out);
  }

  async #copy(start: number, stop: number, out: FileWriter): Promise<void> {
    if (stop > start) out.push(await this.#file.read(start, stop - start));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
  }
}
