import type { ImageFetch } from '#features/images/public.ts';
import {
  presenterOptionsOf,
  SILENT_PRESENTER_FAILURE,
  type Slide,
  type StoredVideo,
  slidesWithPresenterParts,
  videoOptionsOf,
} from '#features/timelines/public.ts';
import { WaitingForOtherWorkError } from '#platform/leases/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { FillSnapshotMediaDeps } from './fill-snapshot-with-fetched-images.ts';
import { secondsSinceFirstClaim, secondsUntilNextMediaCheck } from './media-check-pause.ts';
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
const NOT_READY_REASON = `It was not ready within ${MAX_VIDEO_WAIT_SECONDS / 60} minutes. Make it shorter, or send it again.`;

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

/** The kinds of videos of a slide, as messages call them. */
type SlideVideoKind = 'video' | 'presenter';

/** A request that a slide waits for: for its video, or for its presenter. */
type VideoRequest = NonNullable<Slide['video_request'] | Slide['presenter_request']>;

/** Finds the decoded video of a request; undefined while it is being decoded. @throws NonRetryableRenderError */
type FindDecodedVideo = (request: VideoRequest, kind: SlideVideoKind) => Promise<StoredVideo | undefined>;

/** The slide with its video and its presenter; while one of them is being decoded, its kind. @throws NonRetryableRenderError */
async function slideWithVideos(
  slide: Slide,
  find: FindDecodedVideo,
  fail: (why: string) => never,
): Promise<Slide | SlideVideoKind> {
  const { video_request: videoRequest, presenter_request: presenterRequest } = slide;
  const video = videoRequest && (await find(videoRequest, 'video'));
  const presenter = presenterRequest && (await find(presenterRequest, 'presenter'));
  if (videoRequest && !video) return 'video';
  if (presenterRequest && !presenter) return 'presenter';
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

/** Fails the render, because the presenter of the timeline is not available. @throws NonRetryableRenderError */
function failTimelinePresenter(reason: string): never {
  throw new NonRetryableRenderError('video_unreadable', `The presenter of the timeline is not available. ${reason}`);
}

/** The settings with the presenter of the timeline; undefined while it is being decoded. @throws NonRetryableRenderError */
async function settingsWithPresenter(
  { imageFetches }: FillSnapshotMediaDeps,
  account_id: string,
  settings: TimelineSnapshot['settings'],
): Promise<TimelineSnapshot['settings'] | undefined> {
  const { presenter_request: request } = settings;
  if (!request) return settings;
  if (request.error) return failTimelinePresenter(request.error.message);
  const fetch = await imageFetches.find({ account_id, fetch_id: request.from.fetch });
  const video = decodedVideo(request.from.index, fetch, failTimelinePresenter);
  if (!video) return undefined;
  if (!video.sound) return failTimelinePresenter(SILENT_PRESENTER_FAILURE.message);
  return { ...settings, presenter: { ...video, ...presenterOptionsOf(request) }, presenter_request: undefined };
}

/**
 * Fills a frozen timeline with the videos that its slides wait for, as `fillSnapshotWithFetchedImages` does with images.
 * @throws NonRetryableRenderError `video_unreadable` for a video that failed or was not decoded within MAX_VIDEO_WAIT_SECONDS
 * @throws WaitingForOtherWorkError while videos are being decoded
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
  const failAt = (index: number, reason: string, kind: SlideVideoKind): never => {
    throw new NonRetryableRenderError(
      'video_unreadable',
      `The ${kind} of ${slideNameInMessage(snapshot, index)} is not available. ${reason}`,
      { failedSlide: slideForErrorUnlessIntroOrOutro(snapshot, index) },
    );
  };
  const slidesOrPendingKinds = await Promise.all(
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
  const [firstPending] = slidesOrPendingKinds.flatMap((slide, index) =>
    typeof slide === 'string' ? [{ index, kind: slide }] : [],
  );
  if (firstPending || !settings) {
    const waitedSeconds = secondsSinceFirstClaim(task, deps.clock());
    if (waitedSeconds > MAX_VIDEO_WAIT_SECONDS) {
      if (firstPending) failAt(firstPending.index, NOT_READY_REASON, firstPending.kind);
      failTimelinePresenter(NOT_READY_REASON);
    }
    throw new WaitingForOtherWorkError('videos are being decoded', secondsUntilNextMediaCheck(waitedSeconds));
  }
  const readySlides = slidesOrPendingKinds.filter((slide) => typeof slide !== 'string');
  // If the snapshot has only some slides of the timeline, these parts are provisional: `presenterWordsBySlide` cuts the recording by all notes.
  const filledSnapshot = {
    ...snapshot,
    settings,
    slides: slidesWithPresenterParts(readySlides, settings.presenter),
  };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, filledSnapshot);
  return filledSnapshot;
}
