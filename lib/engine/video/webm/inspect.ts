import { stat } from 'node:fs/promises';
import { BufferedFileReader } from '../container/file-io.ts';
import { type EbmlElement, readBigEndianUint, readEbmlElements, readEbmlFields, WebmError } from './ebml.ts';
import { EBML_ID } from './ids.ts';

/** Reads the elements of a WebM file of this service (with times in milliseconds). @throws WebmError */
export async function inspectWebm(path: string): Promise<WebmInspection> {
  const { size } = await stat(path);
  await using file = await BufferedFileReader.open(path);
  const segment = await findElement(file, 0, size, EBML_ID.segment);
  const content = new SegmentContent(file, segment.start);
  for await (const child of readEbmlElements(file, segment.start, segment.end)) await content.read(child);
  return { fileBytes: size, ...content.inspection() };
}

async function findElement(file: BufferedFileReader, from: number, to: number, id: number): Promise<EbmlElement> {
  for await (const child of readEbmlElements(file, from, to)) if (child.id === id) return child;
  throw new WebmError(`the element ${id.toString(16)} is missing`);
}

const VIDEO_TRACK_TYPE = 1;
const KEY_FRAME_FLAG = 0x80;

interface CollectedTrack extends InspectedWebmTrack {
  type: number;
  width: number;
  height: number;
  keyframes: number[];
}

/** Reads the elements of `Segment` one by one, and collects their content. */
class SegmentContent {
  readonly #file: BufferedFileReader;
  readonly #segmentStart: number;
  #info = new Map<number, Buffer>();
  readonly #tracks = new Map<number, CollectedTrack>();
  readonly #chapters: { title: string; startSeconds: number }[] = [];
  readonly #cues: { ms: number; position: number }[] = [];
  #cuesInFront = false;
  /** The time of the first video block of each cluster that starts with a key frame, by position. */
  readonly #keyClusterTimes = new Map<number, number>();

  constructor(file: BufferedFileReader, segmentStart: number) {
    this.#file = file;
    this.#segmentStart = segmentStart;
  }

  async read(element: EbmlElement): Promise<void> {
    const { id, start, end } = element;
    if (id === EBML_ID.info) this.#info = await readEbmlFields(this.#file, element);
    else if (id === EBML_ID.tracks)
      for await (const entry of readEbmlElements(this.#file, start, end)) await this.#readTrack(entry);
    else if (id === EBML_ID.chapters)
      await this.#readChapters(await findElement(this.#file, start, end, EBML_ID.editionEntry));
    else if (id === EBML_ID.cues) await this.#readCues(element);
    else if (id === EBML_ID.cluster) await this.#readCluster(element);
  }

  async #readTrack(entry: EbmlElement): Promise<void> {
    const fields = await readEbmlFields(this.#file, entry);
    const number = (field: number): number => readBigEndianUint(fields.get(field) ?? Buffer.alloc(0));
    const track = { type: number(EBML_ID.trackType), width: 0, height: 0, keyframes: [], times: [] };
    const language = fields.get(EBML_ID.language)?.toString() ?? 'eng';
    if (track.type === VIDEO_TRACK_TYPE) {
      const picture = await readEbmlFields(
        this.#file,
        await findElement(this.#file, entry.start, entry.end, EBML_ID.video),
      );
      track.width = readBigEndianUint(picture.get(EBML_ID.pixelWidth) ?? Buffer.alloc(0));
      track.height = readBigEndianUint(picture.get(EBML_ID.pixelHeight) ?? Buffer.alloc(0));
    }
    this.#tracks.set(number(EBML_ID.trackNumber), {
      ...track,
      codec: fields.get(EBML_ID.codecId)?.toString() ?? '',
      language,
    });
  }

  async #readChapters(edition: EbmlElement): Promise<void> {
    for await (const atom of readEbmlElements(this.#file, edition.start, edition.end)) {
      const fields = await readEbmlFields(this.#file, atom);
      const display = await findElement(this.#file, atom.start, atom.end, EBML_ID.chapterDisplay);
      const title = (await readEbmlFields(this.#file, display)).get(EBML_ID.chapterString)?.toString() ?? '';
      const start = readBigEndianUint(fields.get(EBML_ID.chapterTimeStart) ?? Buffer.alloc(0));
      this.#chapters.push({ title, startSeconds: start / 1e9 });
    }
  }

  async #readCues({ start, end }: EbmlElement): Promise<void> {
    this.#cuesInFront = this.#keyClusterTimes.size === 0;
    for await (const point of readEbmlElements(this.#file, start, end)) {
      const ms = readBigEndianUint((await readEbmlFields(this.#file, point)).get(EBML_ID.cueTime) ?? Buffer.alloc(0));
      const positions = await findElement(this.#file, point.start, point.end, EBML_ID.cueTrackPositions);
      const offset = (await readEbmlFields(this.#file, positions)).get(EBML_ID.cueClusterPosition) ?? Buffer.alloc(0);
      this.#cues.push({ ms, position: this.#segmentStart + readBigEndianUint(offset) });
    }
  }

  async #readCluster(cluster: EbmlElement): Promise<void> {
    const { start, end } = cluster;
    let clusterMs = 0;
    let isFirst = true;
    for await (const child of readEbmlElements(this.#file, start, end)) {
      if (child.id === EBML_ID.timestamp) {
        clusterMs = readBigEndianUint(await this.#file.read(child.start, child.end - child.start));
        continue;
      }
      const isGroup = child.id === EBML_ID.blockGroup;
      const block = isGroup ? await findElement(this.#file, child.start, child.end, EBML_ID.block) : child;
      if (!isGroup && child.id !== EBML_ID.simpleBlock) continue;
      const head = await this.#file.read(block.start, 4);
      const track = this.#tracks.get(head.readUInt8(0) & 0x7f);
      if (!track) throw new WebmError('a block belongs to no track');
      const ms = clusterMs + head.readInt16BE(1);
      const isKey = !isGroup && (head.readUInt8(3) & KEY_FRAME_FLAG) !== 0;
      if (isKey) track.keyframes.push(track.times.length);
      track.times.push(ms);
      if (isFirst && isKey && track.type === VIDEO_TRACK_TYPE) this.#keyClusterTimes.set(cluster.position, ms);
      isFirst = false;
    }
  }

  inspection(): Omit<WebmInspection, 'fileBytes'> {
    const [video, audio, captions] = [1, 2, 17].map((type) => [...this.#tracks.values()].find((t) => t.type === type));
    const duration = this.#info.get(EBML_ID.duration);
    if (!video || !duration) throw new WebmError('the file has no video track, or no duration');
    if (this.#cues.some(({ ms, position }) => this.#keyClusterTimes.get(position) !== ms)) {
      throw new WebmError('the index does not point at key frames');
    }
    return {
      durationSeconds: duration.readDoubleBE(0) / 1000,
      title: this.#info.get(EBML_ID.title)?.toString(),
      cuesInFront: this.#cuesInFront,
      cues: this.#cues.map(({ ms }) => ms),
      chapters: this.#chapters,
      video,
      audio,
      captions,
    };
  }
}

/** A track of a WebM file. */
export interface InspectedWebmTrack {
  codec: string;
  /** ISO 639-2/B. */
  language: string;
  /** The start time of each block, in milliseconds. */
  times: number[];
}

/** The video track of a WebM file. */
export interface WebmVideoTrack extends InspectedWebmTrack {
  width: number;
  height: number;
  /** Frames (0-based) with the flag of a key frame. */
  keyframes: number[];
}

/** Content of the elements of a WebM file. */
export interface WebmInspection {
  fileBytes: number;
  durationSeconds: number;
  title: string | undefined;
  /** True if the index comes before the first cluster. */
  cuesInFront: boolean;
  /** Times in the index, in milliseconds. Each was checked to point at a cluster that starts with its key frame. */
  cues: number[];
  chapters: { title: string; startSeconds: number }[];
  video: WebmVideoTrack;
  audio?: InspectedWebmTrack | undefined;
  captions?: InspectedWebmTrack | undefined;
}
