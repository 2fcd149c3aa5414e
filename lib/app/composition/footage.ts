import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeFootageExcerpt,
  doesExcerptUseConsecutiveFrames,
  footageAsEncoderStream,
} from '#engine/video/footage/decode-footage-excerpt.ts';
import { type FootageIndex, footageIndexSchema } from '#engine/video/footage/footage.ts';
import {
  type FootageExcerpt,
  footageFrameIndexesOfExcerpt,
  frameGroupsWithFrames,
} from '#engine/video/footage/footage-excerpt.ts';
import type { FileStore, FootageReader } from '#features/renders/ports.ts';
import type { StoredVideo } from '#features/timelines/public.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { ffmpegRuntime } from './ffmpeg.ts';

/** Indexes that a process keeps: of half an hour, one has 900 numbers. */
const KEPT_INDEXES = 16;

type Files = Pick<FileStore, 'getRange'>;
type NamedFootage = Pick<StoredVideo, 'key' | 'index_bytes'>;

/** Reads the index at the start of footage. */
async function readIndex(files: Files, { key, index_bytes: bytes }: NamedFootage, path: string): Promise<FootageIndex> {
  // Ranges are written to a file that exists.
  await writeFile(path, '');
  await files.getRange(key, { offset: 0, bytes }, path);
  await using file = await open(path);
  return parseJson(footageIndexSchema, (await file.readFile()).toString());
}

/** Reads the frames of videos of slides: of each piece only the groups of frames that it shows are fetched. */
export function footageReader(files: Files): FootageReader {
  const indexes = new Map<string, FootageIndex>();

  async function indexOf(video: NamedFootage, folder: string): Promise<FootageIndex> {
    const known = indexes.get(video.key);
    if (known) return known;
    const index = await readIndex(files, video, join(folder, 'index'));
    indexes.set(video.key, index);
    for (const oldest of [...indexes.keys()].slice(0, -KEPT_INDEXES)) indexes.delete(oldest);
    return index;
  }

  /** Opens the groups of frames that a piece shows; undefined if they are not wanted. The file has no name then: nothing needs to be removed. */
  async function openGroups(
    video: NamedFootage,
    piece: FootageExcerpt,
    isWanted: (index: FootageIndex) => boolean = () => true,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'footage-'));
    try {
      const index = await indexOf(video, folder);
      if (!isWanted(index)) return undefined;
      const shown = footageFrameIndexesOfExcerpt(index, piece);
      const { firstFrame, offset, bytes } = frameGroupsWithFrames(index, shown[0] ?? 0, shown.at(-1) ?? 0);
      const path = join(folder, 'groups');
      await writeFile(path, '');
      const start = video.index_bytes + offset;
      await files.getRange(video.key, { offset: start, bytes }, path);
      const file = await open(path);
      return { index, firstFrame, groups: file.createReadStream({ start }) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async *frames(video, piece, signal) {
      const opened = await openGroups(video, piece);
      if (opened) yield* decodeFootageExcerpt(opened.index, opened, piece, ffmpegRuntime(signal));
    },
    async stream(video, piece) {
      const opened = await openGroups(video, piece, (index) => doesExcerptUseConsecutiveFrames(index, piece));
      return opened && footageAsEncoderStream(opened.index, opened, piece);
    },
  };
}
