import type { ImageFetch } from '#features/images/public.ts';
import {
  presenterOptionsOf,
  SILENT_PRESENTER_FAILURE,
  type Slide,
  type StoredVideo,
  slidesWithPresenterParts,
  videoOptionsOf,
} from '#features/timelines/public.ts';
import { addSeconds } from '#kernel/shared/clock.ts';
import { WaitingForOtherWorkError } from '#platform/leases/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import { type FillSnapshotMediaDeps, secondsUntilNextImageCheck } from './fill-snapshot-with-fetched-images.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  slideForErrorUnlessIntroOrOutro,
  slideNameInMessage,
  type TimelineSnapshot,
  writeTimelineSnapshot,
} from './timeline-snapshot.ts';

/** The longest wait of a render for its videos, in seconds: decoding takes up to 13 minutes, in up to three attempts. */
export const MAX_VIDEO_WAIT_SECONDS = 60 * 60;

const EXPIRED_REASON = 'It was sent too long ago. Send it again.';

/** The decoded video of a request; undefined while it is being decoded. @throws NonRetryableRenderError */
function decodedVideo(
  index: number,
  fetch: ImageFetch | undefined,
  fail: (why: string) => never,
): StoredVideo | undefined {
  const outcome = fetch?.outcomes[index];
  if (outcome && 'error' in outcome) return fail(outcome.error.message);
  if (outcome && 'video' in outcome) return outcome.video;
  return !fetch || outcome || fetch.status === 'done' ? fail(EXPIRED_REASON) : undefined;
}

/** A request that a slide waits for: for its video, or for its presenter. */
type VideoRequest = NonNullable<Slide['video_request'] | Slide['presenter_request']>;

/** Finds the decoded video of a request; undefined while it is being decoded. @param kind names it in messages. @throws NonRetryableRenderError */
type FindDecodedVideo = (request: VideoRequest, kind: string) => Promise<StoredVideo | undefined>;

/** The slide with its video and its presenter; undefined while one of them is being decoded. @throws NonRetryableRenderError */
async function slideWithVideos(
  slide: Slide,
  find: FindDecodedVideo,
  fail: (why: string) => never,
): Promise<Slide | undefined> {
  const { video_request: videoRequest, presenter_request: presenterRequest } = slide;
  const video = videoRequest && (await find(videoRequest, 'video'));
  const presenter = presenterRequest && (await find(presenterRequest, 'presenter'));
  if ((videoRequest && !video) || (presenterRequest && !presenter)) return undefined;
  if (presenter && !presenter.sound) fail(SILENT_PRESENTER_FAILURE.message);
  return {
    ...slide,
    ...(videoRequest && video
      ? { video: { ...video, ...videoOptionsOf(videoRequest) }, video_request: undefined }
      : {}),
    ...(presenterRequest && presenter
      ? { presenter: { ...presenter, ...presenterOptionsOf(presenterRequest) }, presenter_request: undefined }
      : {}),
  };
}

/** The settings with the presenter of the timeline; undefined while it is being decoded. @throws NonRetryableRenderError */
async function settingsWithPresenter(
  { imageFetches }: FillSnapshotMediaDeps,
  account_id: string,
  settings: TimelineSnapshot['settings'],
): Promise<TimelineSnapshot['settings'] | undefined> {
  const { presenter_request: request } = settings;
  if (!request) return settings;
  const fail = (why: string): never => {
    throw new NonRetryableRenderError('video_unreadable', `The presenter of the timeline is not available. ${why}`);
  };
  if (request.error) return fail(request.error.message);
  const fetch = await imageFetches.find({ account_id, fetch_id: request.from.fetch });
  const video = decodedVideo(request.from.index, fetch, fail);
  if (!video) return undefined;
  if (!video.sound) return fail(SILENT_PRESENTER_FAILURE.message);
  return { ...settings, presenter: { ...video, ...presenterOptionsOf(request) }, presenter_request: undefined };
}

/**
 * Fills a frozen timeline with the videos that its slides wait for, as `fillSnapshotWithFetchedImages` does with images.
 * @throws NonRetryableRenderError `video_unreadable` for a video that failed or was not decoded within MAX_VIDEO_WAIT_SECONDS; WaitingForOtherWorkError while
 * videos are being decoded
 */
export async function fillSnapshotWithFetchedVideos(
  deps: FillSnapshotMediaDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
): Promise<TimelineSnapshot> {
  const { render, task, signal } = work;
  const isWaiting = ({ video_request, presenter_request }: Slide): boolean =>
    Boolean(video_request ?? presenter_request);
  if (!snapshot.slides.some(isWaiting) && !snapshot.settings.presenter_request) return snapshot;
  const { account_id } = render;
  const failAt = (index: number, reason: string, kind = 'video'): never => {
    throw new NonRetryableRenderError(
      'video_unreadable',
      `The ${kind} of ${slideNameInMessage(snapshot, index)} is not available. ${reason}`,
      { place: slideForErrorUnlessIntroOrOutro(snapshot, index) },
    );
  };
  const slides = await Promise.all(
    snapshot.slides.map(async (slide, index) => {
      if (!isWaiting(slide)) return slide;
      const find: FindDecodedVideo = async ({ error, from }, kind) => {
        if (error) return failAt(index, error.message, kind);
        const fetch = await deps.imageFetches.find({ account_id, fetch_id: from.fetch });
        return decodedVideo(from.index, fetch, (reason) => failAt(index, reason, kind));
      };
      return slideWithVideos(slide, find, (reason) => failAt(index, reason, 'presenter'));
    }),
  );
  const settings = await settingsWithPresenter(deps, account_id, snapshot.settings);
  signal.throwIfAborted();
  const firstPending = settings ? slides.indexOf(undefined) : 0;
  if (firstPending >= 0) {
    const startedAt = new Date(task.began_at ?? deps.clock());
    if (addSeconds(startedAt, MAX_VIDEO_WAIT_SECONDS) < deps.clock())
      failAt(
        firstPending,
        `It was not ready within ${MAX_VIDEO_WAIT_SECONDS / 60} minutes. Make it shorter, or send it again.`,
      );
    throw new WaitingForOtherWorkError('videos are being decoded', secondsUntilNextImageCheck(task.waited ?? 0));
  }
  const readySlides = slides.flatMap((slide) => slide ?? []);
  const { presenter } = settings ?? {};
  // A part of the slides gets its parts of the recording when it is heard.
  const filledSnapshot = {
    ...snapshot,
    ...(settings ? { settings } : {}),
    slides: slidesWithPresenterParts(readySlides, presenter),
  };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, filledSnapshot);
  return filledSnapshot;
}
