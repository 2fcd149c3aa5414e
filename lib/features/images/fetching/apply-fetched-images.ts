import type { Principal } from '#features/accounts/public.ts';
import {
  changeTimeline,
  createNextSlideRevision,
  displayOfImage,
  type ImageFailure,
  type Slide,
  type SlideImageRequest,
  settleSlideImageRequests,
  slidePicturesWithPositions,
  TIMELINE_VIDEO_NAMES,
  type TimelineDeps,
  type TimelineSettings,
  timelineVideoAsSlideVideo,
  type VideoFailure,
} from '#features/timelines/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { ImageFetch, MediaFetchOutcome } from './image-fetch.ts';
import {
  slideChangeByPresenterOutcome,
  slideChangeByVideoOutcome,
  timelineChangeByVideoOutcomes,
} from './settle-video.ts';

/** The fetch that slides wait for. */
type AwaitedFetch = Pick<ImageFetch, 'id' | 'account_id' | 'timeline_id' | 'plan'>;

/** The error that ends a change of a timeline if no slide, and not the timeline, waits for any of the images. */
class NoAwaitingSlideError extends Error {
  override name = 'NoAwaitingSlideError';
}

/** The index of the image or video in this fetch that a request waits for; undefined if it does not wait for it. */
function indexInFetch(id: string, { from }: Pick<SlideImageRequest, 'from'>): number | undefined {
  return 'fetch' in from && from.fetch === id ? from.index : undefined;
}

/** The requests that a timeline itself waits for. */
const requestsOfTimeline = (timeline: TimelineSettings) => [
  ...(timeline.presenter_request ? [timeline.presenter_request] : []),
  ...TIMELINE_VIDEO_NAMES.flatMap((name) => timelineVideoAsSlideVideo(timeline, name).video_request ?? []),
];

/** The indexes in a fetch of the images, videos and presenters for which the slides of a timeline, or the timeline itself, wait. */
export async function readAwaitedIndexesOfFetch(
  { store }: Pick<TimelineDeps, 'store'>,
  { id, account_id, timeline_id }: AwaitedFetch,
): Promise<Set<number>> {
  const loadedTimeline = await store.load(account_id, timeline_id);
  const slides = loadedTimeline?.slides ?? [];
  const requests = [
    ...slides.flatMap(slidePicturesWithPositions).flatMap(({ image_request }) => image_request ?? []),
    ...(loadedTimeline ? requestsOfTimeline(loadedTimeline.timeline) : []),
    ...slides.flatMap(({ video_request, presenter_request }) => [video_request ?? [], presenter_request ?? []].flat()),
  ];
  return new Set(requests.flatMap((request) => indexInFetch(id, request) ?? []));
}

/** The failure of an image by the failure of its fetch. The codes of videos, which an image cannot have, become `internal_error`. */
const toImageFailure = ({ code, message }: ImageFailure | VideoFailure): ImageFailure => ({
  code: code === 'video_invalid' || code === 'video_too_large' ? 'internal_error' : code,
  message,
});

/** A slide with the outcomes of its pictures and its video; undefined when it does not wait for one of these images. */
function settleSlide(slide: Slide, id: string, outcomes: ReadonlyMap<number, MediaFetchOutcome>, now: Date) {
  const change = settleSlideImageRequests(slide, (request) => {
    const index = indexInFetch(id, request);
    const outcome = index === undefined ? undefined : outcomes.get(index);
    if (!outcome) return undefined;
    if ('error' in outcome) {
      const error = toImageFailure(outcome.error);
      return request.error ? undefined : { image_request: { ...request, error } };
    }
    if (!('image' in outcome)) return undefined;
    return { image: { ...outcome.image, ...displayOfImage(request, outcome.image) } };
  });
  const video = slideChangeByVideoOutcome(slide, (request) => outcomes.get(indexInFetch(id, request) ?? -1));
  const presenter = slideChangeByPresenterOutcome(slide, (request) => outcomes.get(indexInFetch(id, request) ?? -1));
  return change || video || presenter
    ? createNextSlideRevision(slide, { ...change, ...video, ...presenter }, now)
    : undefined;
}

/** Writes outcomes to the slides that wait for them, in one change of the timeline; none if the timeline was deleted or no slide waits. */
async function settle(
  deps: TimelineDeps,
  fetch: AwaitedFetch,
  outcomes: ReadonlyMap<number, MediaFetchOutcome>,
): Promise<void> {
  const { id, account_id, timeline_id, plan } = fetch;
  if (plan === undefined || outcomes.size === 0) return;
  const principal: Pick<Principal, 'account_id' | 'plan'> = { account_id, plan };
  try {
    await changeTimeline(deps, principal, timeline_id, {}, ({ slides, timeline }, now) => {
      const settledSlides = slides.map((slide) => settleSlide(slide, id, outcomes, now));
      const outcomeOf = (request: Pick<SlideImageRequest, 'from'>) => outcomes.get(indexInFetch(id, request) ?? -1);
      const presenter = slideChangeByPresenterOutcome(timeline, outcomeOf);
      const videos = timelineChangeByVideoOutcomes(timeline, outcomeOf);
      const settings = presenter || videos ? { ...presenter, ...videos } : undefined;
      if (!settings && settledSlides.every((slide) => slide === undefined))
        throw new NoAwaitingSlideError('no slide waits');
      return { ...(settings ? { settings } : {}), slides: slides.map((slide, index) => settledSlides[index] ?? slide) };
    });
  } catch (error) {
    const isTimelineDeleted = error instanceof ServiceError && error.code === 'timeline_not_found';
    if (!isTimelineDeleted && !(error instanceof NoAwaitingSlideError)) throw error;
  }
}

/**
 * Gives slides the fetched images that they wait for, or the failures. When the plan has no room for all images, each is written
 * separately, in the order of the fetch, and those without room fail with `entitlement_required`.
 * @throws ServiceError `version_conflict` when the timeline keeps changing
 */
export async function applyFetchedImages(
  deps: TimelineDeps,
  fetch: AwaitedFetch,
  outcomes: Readonly<Record<string, MediaFetchOutcome>>,
): Promise<void> {
  const indexedOutcomes = Object.entries(outcomes).map(([index, outcome]) => [Number(index), outcome] as const);
  try {
    await settle(deps, fetch, new Map(indexedOutcomes));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'entitlement_required') throw error;
    if (indexedOutcomes.length > 1) {
      for (const [index, outcome] of indexedOutcomes) await applyFetchedImages(deps, fetch, { [index]: outcome });
      return;
    }
    const failure = { code: 'entitlement_required', message: error.message } as const;
    await settle(deps, fetch, new Map(indexedOutcomes.map(([index]) => [index, { error: failure }])));
  }
}

/** Marks the images of all slides that still wait for a fetch as failed. */
export async function failAwaitedImages(
  deps: TimelineDeps,
  fetch: ImageFetch,
  error: ImageFailure | VideoFailure,
): Promise<void> {
  await settle(deps, fetch, new Map(fetch.sources.map((_, index) => [index, { error }])));
}
