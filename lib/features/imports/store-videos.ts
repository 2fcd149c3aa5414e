import type { DeckVideo, ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { DecodeAndStoreVideo, VideoSource } from '#features/images/public.ts';
import { filesOfVideo, type StoredVideo } from '#features/timelines/public.ts';
import { FETCHED_VIDEO_FILE_RULES, type FetchFile } from '#features/uploads/public.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import type { TombstoneStore } from '#platform/erasure/public.ts';
import type { Import } from './import.ts';
import { ABANDONED_IMPORT_SECONDS } from './import-exceeds-plan-limits.ts';
import type { IsolatedDeckResult } from './ports.ts';
import { videoLostWarning } from './video-lost.ts';

/** Videos of a deck, by the index of their slide among the imported slides, from 0. */
export type StoredDeckVideosBySlide = ReadonlyMap<number, StoredVideo>;

/** The maximum duration of decoding all videos of a deck: the rest of an attempt is for its pictures and recordings. */
const MAX_DECODING_SECONDS = 600;
const TOO_LATE_REASON = 'all videos of the deck together take too long to decode';

/** Dependencies of `storeDeckVideos`. */
export interface StoreDeckVideosDeps {
  tombstones: Pick<TombstoneStore, 'insert'>;
  clock: Clock;
  fetchFile: FetchFile;
  decodeVideo: DecodeAndStoreVideo;
}

/** The result of `storeDeckVideos`. */
export interface StoreDeckVideosResult {
  stored: StoredDeckVideosBySlide;
  /** Ids of the tombstones that name the announced files. The write of the timeline deletes these tombstones, so that the files stay. */
  lifted: string[];
  /** Keys of files that were announced, but belong to no stored video. */
  unused: string[];
  /** Lines of the report. */
  warnings: DeckWarning[];
}

/** Error codes whose cause is the video or its address. */
const VIDEO_FAULT_CODES: readonly string[] = ['video_invalid', 'video_too_large', 'url_forbidden'];

/** The message about a video that is refused; undefined for a fault of the service. */
const refusalMessage = (error: unknown): string | undefined =>
  error instanceof ServiceError && VIDEO_FAULT_CODES.includes(error.code) ? error.message : undefined;

const storedBytesOf = (video: StoredVideo): number =>
  filesOfVideo(video).reduce((sum, { size_bytes }) => sum + size_bytes, 0);

async function sourceOf(
  { source }: DeckVideo,
  { fileOf }: Pick<IsolatedDeckResult, 'fileOf'>,
  { fetchFile }: Pick<StoreDeckVideosDeps, 'fetchFile'>,
): Promise<VideoSource> {
  if (source.from === 'address') return { bytes: await fetchFile(source.url, FETCHED_VIDEO_FILE_RULES) };
  // The schema of the reader's result allows no other source.
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
  deckResult: Pick<IsolatedDeckResult, 'deck' | 'fileOf'>,
  limits: Pick<PlanLimits, 'stored_bytes'>,
  signal: AbortSignal,
): Promise<StoreDeckVideosResult> {
  const slidesWithVideos = deckResult.deck.slides.flatMap((slide, index) =>
    slide.video ? [{ index, slide, video: slide.video }] : [],
  );
  if (slidesWithVideos.length === 0) return { stored: new Map(), lifted: [], unused: [], warnings: [] };
  const id = createOpaqueToken(deps.clock());
  const keys: string[] = [];
  const announce = async (key: string): Promise<void> => {
    keys.push(key);
    const due_at = formatUtcTimestamp(addSeconds(deps.clock(), ABANDONED_IMPORT_SECONDS));
    await deps.tombstones.insert({ id, account_id, remains: { kind: 'files', timeline_id, keys: [...keys] }, due_at });
  };
  const timeLimit = AbortSignal.timeout(1000 * MAX_DECODING_SECONDS);
  const endSignal = AbortSignal.any([signal, timeLimit]);
  const storedByIndex = new Map<number, StoredVideo>();
  const warnings: DeckWarning[] = [];
  const refuse = (slide: ParsedSlide, reason: string): void => void warnings.push(videoLostWarning(slide, reason));
  let bytes = 0;
  // One after the other: the decoder of each has several processors, and it does not depend on timing which of them are too many.
  for (const { index, slide, video } of slidesWithVideos) {
    signal.throwIfAborted();
    if (timeLimit.aborted) {
      refuse(slide, TOO_LATE_REASON);
      continue;
    }
    try {
      const storedVideo = await deps.decodeVideo(
        await sourceOf(video, deckResult, deps),
        { account_id, timeline_id, announce },
        endSignal,
      );
      bytes += storedBytesOf(storedVideo);
      if (bytes > limits.stored_bytes) refuse(slide, 'the plan has no room for it');
      else storedByIndex.set(index, storedVideo);
    } catch (error) {
      signal.throwIfAborted();
      const reason = timeLimit.aborted ? TOO_LATE_REASON : refusalMessage(error);
      if (reason === undefined) throw error;
      refuse(slide, reason);
    }
  }
  const usedKeys = new Set([...storedByIndex.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key)));
  return {
    stored: storedByIndex,
    lifted: keys.length > 0 ? [id] : [],
    unused: keys.filter((key) => !usedKeys.has(key)),
    warnings,
  };
}

/** The result of a deck without its videos, for which the plan has no room: each video gets a warning, and its files are unused. */
export const discardStoredVideosOfDeck = (
  { stored, unused, ...storedVideos }: StoreDeckVideosResult,
  slides: readonly ParsedSlide[],
): StoreDeckVideosResult => ({
  ...storedVideos,
  stored: new Map(),
  unused: [...unused, ...[...stored.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key))],
  warnings: [
    ...storedVideos.warnings,
    ...slides.flatMap((slide, index) =>
      stored.has(index) ? [videoLostWarning(slide, 'the plan has no room for it')] : [],
    ),
  ],
});
