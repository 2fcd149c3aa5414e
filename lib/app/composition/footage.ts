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
  frameGroupRangeOfFrames,
} from '#engine/video/footage/footage-excerpt.ts';
import type { FileStore, FootageReader } from '#features/renders/ports.ts';
import type { StoredVideo } from '#features/timelines/public.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { ffmpegRuntime } from './ffmpeg.ts';

/** The most indexes that a process keeps. The index of a video of half an hour has 900 numbers. */
const MAX_KEPT_INDEXES = 16;

type Files = Pick<FileStore, 'getRange'>;
type NamedFootage = Pick<StoredVideo, 'key' | 'index_bytes'>;

/** Reads the index at the start of footage. */
async function readIndex(files: Files, { key, index_bytes: bytes }: NamedFootage, path: string): Promise<FootageIndex> {
  // Ranges are written to a file that exists.
  await writeFile(path, '');
  await files.getRange(key, { offset: 0, bytes }, path);
  await using handle = await open(path);
  return parseJson(footageIndexSchema, (await handle.readFile()).toString());
}

/** Reads the frames of videos of slides: of each excerpt, only the groups of frames that it shows are fetched. */
export function footageReader(files: Files): FootageReader {
  const indexes = new Map<string, FootageIndex>();

  async function findIndex(video: NamedFootage, folder: string): Promise<FootageIndex> {
    const keptIndex = indexes.get(video.key);
    if (keptIndex) return keptIndex;
    const index = await readIndex(files, video, join(folder, 'index'));
    indexes.set(video.key, index);
    for (const oldest of [...indexes.keys()].slice(0, -MAX_KEPT_INDEXES)) indexes.delete(oldest);
    return index;
  }

  /**
   * Opens the groups of frames that an excerpt shows; undefined if `isWanted` refuses them. The file is removed while it is open: after the
   * stream has ended, nothing is left.
   */
  async function openGroups(
    video: NamedFootage,
    excerpt: FootageExcerpt,
    isWanted: (index: FootageIndex) => boolean = () => true,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'footage-'));
    try {
      const index = await findIndex(video, folder);
      if (!isWanted(index)) return undefined;
      const frameIndexes = footageFrameIndexesOfExcerpt(index, excerpt);
      const { firstFrame, offset, bytes } = frameGroupRangeOfFrames(
        index,
        frameIndexes[0] ?? 0,
        frameIndexes.at(-1) ?? 0,
      );
      const path = join(folder, 'groups');
      await writeFile(path, '');
      const start = video.index_bytes + offset;
      await files.getRange(video.key, { offset: start, bytes }, path);
      const handle = await open(path);
      return { index, firstFrame, groups: handle.createReadStream({ start }) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async *frames(video, excerpt, signal) {
      const openedGroups = await openGroups(video, excerpt);
      if (openedGroups) yield* decodeFootageExcerpt(openedGroups.index, openedGroups, excerpt, ffmpegRuntime(signal));
    },
    async stream(video, excerpt) {
      const openedGroups = await openGroups(video, excerpt, (index) => doesExcerptUseConsecutiveFrames(index, excerpt));
      return openedGroups && footageAsEncoderStream(openedGroups.index, openedGroups, excerpt);
    },
  };
}
