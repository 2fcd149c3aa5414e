import type { DeckVideo, ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { DecodeVideo, VideoSource } from '#features/images/public.ts';
import { filesOfVideo, type StoredVideo } from '#features/timelines/public.ts';
import { FETCHED_VIDEO_FILE_KIND, type FetchFile } from '#features/uploads/public.ts';
import { type Clock, formatTimestamp, plusSeconds } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import type { TombstoneStore } from '#platform/erasure/public.ts';
import type { Import } from './import.ts';
import { ABANDONED_IMPORT_SECONDS } from './import-exceeds-plan-limits.ts';
import type { IsolatedDeckResult } from './ports.ts';
import { videoLostWarning } from './video-lost.ts';

/** Videos of a deck, by the index of their slide among the imported slides, from 0. */
export type StoredDeckVideos = ReadonlyMap<number, StoredVideo>;

/** Seconds for all videos of a deck: the rest of an attempt is for its pictures and recordings. */
const MAX_SECONDS = 600;
const TOO_LATE = 'all videos of the deck together take too long to decode';

/** Dependencies of `storeDeckVideos`. */
export interface StoreDeckVideosDeps {
  tombstones: Pick<TombstoneStore, 'insert'>;
  clock: Clock;
  fetchFile: FetchFile;
  decodeVideo: DecodeVideo;
}

/** The result of `storeDeckVideos`. */
export interface StoredVideosOfDeck {
  stored: StoredDeckVideos;
  /** Ids of the tombstones that the write of the timeline deletes. */
  lifted: string[];
  /** Keys of files that were announced, but belong to no stored video. */
  unused: string[];
  /** Lines of the report. */
  warnings: DeckWarning[];
}

/** Error codes whose cause is the video or its address. */
const OF_THE_VIDEO: readonly string[] = ['video_invalid', 'video_too_large', 'url_forbidden'];

/** The message about a video that is refused; undefined for a fault of the service. */
const refusalIn = (error: unknown): string | undefined =>
  error instanceof ServiceError && OF_THE_VIDEO.includes(error.code) ? error.message : undefined;

const bytesOf = (video: StoredVideo): number =>
  filesOfVideo(video).reduce((sum, { size_bytes }) => sum + size_bytes, 0);

async function sourceOf(
  { source }: DeckVideo,
  { fileOf }: Pick<IsolatedDeckResult, 'fileOf'>,
  { fetchFile }: Pick<StoreDeckVideosDeps, 'fetchFile'>,
): Promise<VideoSource> {
  if (source.from === 'address') return { bytes: await fetchFile(source.url, FETCHED_VIDEO_FILE_KIND) };
  // The schema of the result of the reader takes no other source.
  if (source.from !== 'path') throw new Error('a video is not a file');
  return { file: await fileOf(source.path) };
}

/**
 * Decodes the videos of a deck like those of uploads, and stores them. One tombstone names all files, each before it is written; the write
 * that makes the timeline lifts it. A video that is refused, that is late, or for which the plan has no room gets a line in the report.
 * @param signal ends the attempt
 * @throws ServiceError `rate_limited`, `unavailable` if the decoder is busy; the signal's reason after an abort
 */
export async function storeDeckVideos(
  deps: StoreDeckVideosDeps,
  { account_id, timeline_id }: Pick<Import, 'account_id' | 'timeline_id'>,
  taken: Pick<IsolatedDeckResult, 'deck' | 'fileOf'>,
  limits: Pick<PlanLimits, 'stored_bytes'>,
  signal: AbortSignal,
): Promise<StoredVideosOfDeck> {
  const wanted = taken.deck.slides.flatMap((slide, at) => (slide.video ? [{ at, slide, video: slide.video }] : []));
  if (wanted.length === 0) return { stored: new Map(), lifted: [], unused: [], warnings: [] };
  const id = createOpaqueToken(deps.clock());
  const keys: string[] = [];
  const announce = async (key: string): Promise<void> => {
    keys.push(key);
    const due_at = formatTimestamp(plusSeconds(deps.clock(), ABANDONED_IMPORT_SECONDS));
    await deps.tombstones.insert({ id, account_id, remains: { kind: 'files', timeline_id, keys: [...keys] }, due_at });
  };
  const time = AbortSignal.timeout(1000 * MAX_SECONDS);
  const until = AbortSignal.any([signal, time]);
  const stored = new Map<number, StoredVideo>();
  const warnings: DeckWarning[] = [];
  const refuse = (slide: ParsedSlide, why: string): void => void warnings.push(videoLostWarning(slide, why));
  let bytes = 0;
  // One after the other: the decoder of each has several processors, and it does not depend on timing which of them are too many.
  for (const { at, slide, video } of wanted) {
    signal.throwIfAborted();
    if (time.aborted) {
      refuse(slide, TOO_LATE);
      continue;
    }
    try {
      const decoded = await deps.decodeVideo(
        await sourceOf(video, taken, deps),
        { account_id, timeline_id, announce },
        until,
      );
      bytes += bytesOf(decoded);
      if (bytes > limits.stored_bytes) refuse(slide, 'the plan has no room for it');
      else stored.set(at, decoded);
    } catch (error) {
      signal.throwIfAborted();
      const why = time.aborted ? TOO_LATE : refusalIn(error);
      if (why === undefined) throw error;
      refuse(slide, why);
    }
  }
  const used = new Set([...stored.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key)));
  return { stored, lifted: keys.length > 0 ? [id] : [], unused: keys.filter((key) => !used.has(key)), warnings };
}

/** The deck without its videos, for which the plan has no room, each with its line of the report. */
export const deckWithoutVideos = (
  { stored, unused, ...rest }: StoredVideosOfDeck,
  slides: readonly ParsedSlide[],
): StoredVideosOfDeck => ({
  ...rest,
  stored: new Map(),
  unused: [...unused, ...[...stored.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key))],
  warnings: [
    ...rest.warnings,
    ...slides.flatMap((slide, at) => (stored.has(at) ? [videoLostWarning(slide, 'the plan has no room for it')] : [])),
  ],
});
