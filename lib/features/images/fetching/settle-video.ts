import type {
  ImageFailure,
  PendingOrFailedPresenter,
  Slide,
  SlideVideoRequest,
  TimelineIntroAndOutro,
  VideoFailure,
} from '#features/timelines/public.ts';
import {
  changeOfTimelineVideo,
  presenterOptionsOf,
  SILENT_PRESENTER_FAILURE,
  TIMELINE_VIDEO_NAMES,
  timelineVideoAsSlideVideo,
  videoOptionsOf,
} from '#features/timelines/public.ts';
import type { MediaFetchOutcome } from './image-fetch.ts';

/** The failure of a video by the failure of its fetch. The codes of images, which a video cannot have, become `internal_error`. */
const toVideoFailure = ({ code, message }: ImageFailure | VideoFailure): VideoFailure => ({
  code: code === 'image_invalid' || code === 'image_too_large' ? 'internal_error' : code,
  message,
});

/**
 * The change of the intro and the outro of a timeline by the outcomes of their requests; undefined if none of them has one.
 * @param outcomeOf as of `slideChangeByVideoOutcome`
 */
export function timelineChangeByVideoOutcomes(
  timeline: TimelineIntroAndOutro,
  outcomeOf: (request: SlideVideoRequest) => MediaFetchOutcome | undefined,
): TimelineIntroAndOutro | undefined {
  const changes = TIMELINE_VIDEO_NAMES.flatMap((name) => {
    const change = slideChangeByVideoOutcome(timelineVideoAsSlideVideo(timeline, name), outcomeOf);
    return change ? [changeOfTimelineVideo(name, change)] : [];
  });
  return changes.length > 0 ? Object.assign({}, ...changes) : undefined;
}

/**
 * The change of a slide by the outcome of its request for a video; undefined if the outcome changes nothing.
 * @param outcomeOf the outcome of a request; undefined: it has none yet, or belongs to another fetch
 */
export function slideChangeByVideoOutcome(
  { video_request: request }: Pick<Slide, 'video_request'>,
  outcomeOf: (request: SlideVideoRequest) => MediaFetchOutcome | undefined,
): Pick<Slide, 'video' | 'video_request'> | undefined {
  const outcome = request && outcomeOf(request);
  if (!outcome || !request) return undefined;
  if ('video' in outcome) return { video: { ...outcome.video, ...videoOptionsOf(request) }, video_request: undefined };
  if (!('error' in outcome) || request.error) return undefined;
  return { video_request: { ...request, error: toVideoFailure(outcome.error) } };
}

/** The presenter of a slide or a timeline, or the request for one. */
type PresenterFields = Pick<Slide, 'presenter' | 'presenter_request'>;

/** The change of a slide or timeline by the outcome of its request for a presenter, as `slideChangeByVideoOutcome`. A silent video fails. */
export function slideChangeByPresenterOutcome(
  { presenter_request: request }: Pick<PresenterFields, 'presenter_request'>,
  outcomeOf: (request: PendingOrFailedPresenter) => MediaFetchOutcome | undefined,
): PresenterFields | undefined {
  const outcome = request && outcomeOf(request);
  if (!outcome || !request) return undefined;
  if ('video' in outcome && outcome.video.sound)
    return { presenter: { ...outcome.video, ...presenterOptionsOf(request) }, presenter_request: undefined };
  if (request.error || 'image' in outcome) return undefined;
  const error = 'error' in outcome ? toVideoFailure(outcome.error) : SILENT_PRESENTER_FAILURE;
  return { presenter_request: { ...request, error } };
}
