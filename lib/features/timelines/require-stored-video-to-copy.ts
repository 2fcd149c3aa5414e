import { invalidValueError } from '#kernel/shared/errors.ts';
import { loadTimeline, requireSlideAtTimelinePosition, requireSlidePositionInTimeline } from './change-timeline.ts';
import type { CopiedVideoField, VideoCopySource } from './copy-of-fields.ts';
import type { TimelineStore } from './ports.ts';
import type { Slide } from './slide.ts';
import type { StoredVideo, VideoFailure } from './slide-video.ts';
import type { LoadedTimeline } from './timeline.ts';
import { timelineVideoAsSlideVideo } from './timeline-video.ts';

/**
 * Finds the video that a request copies.
 * @param param path of the field in the request: `slides[3].video`
 * @throws ServiceError `timeline_not_found`, also for another account's timeline; `slide_not_found`; `validation_failed` where no video is ready
 */
export type RequireStoredVideoToCopy = (
  copyOf: VideoCopySource,
  field: CopiedVideoField,
  param: string,
) => Promise<StoredVideo>;

/** A video that is ready, or a request for one, or neither. */
interface CopySource {
  ready?: StoredVideo | undefined;
  request?: { error?: VideoFailure | undefined } | undefined;
}

const sourceOfSlide = (slide: Slide, field: CopiedVideoField): CopySource =>
  field === 'presenter'
    ? { ready: slide.presenter, request: slide.presenter_request }
    : { ready: slide.video, request: slide.video_request };

function sourceOfTimeline({ timeline }: LoadedTimeline, field: Exclude<CopiedVideoField, 'video'>): CopySource {
  if (field === 'presenter') return { ready: timeline.presenter, request: timeline.presenter_request };
  const { video, video_request } = timelineVideoAsSlideVideo(timeline, field);
  return { ready: video, request: video_request };
}

/** The named source. @param path path of the reference to it in the request @throws ServiceError `slide_not_found`, `validation_failed` */
function findSource(
  loaded: LoadedTimeline,
  slideId: string | undefined,
  field: CopiedVideoField,
  path: string,
): CopySource {
  if (slideId !== undefined)
    return sourceOfSlide(
      requireSlideAtTimelinePosition(loaded, requireSlidePositionInTimeline(loaded, slideId, `${path}.slide_id`)),
      field,
    );
  if (field !== 'video') return sourceOfTimeline(loaded, field);
  throw invalidValueError(`${path}.slide_id`, 'Name the slide whose video is copied: a timeline has none itself.');
}

/** The reason why a source has no video that could be copied. */
function reasonAgainstCopy({ request }: CopySource): string {
  if (!request) return 'There is no such video to copy.';
  if (request.error) return 'This video has failed. Send its file again with `upload_id` or `url`.';
  return 'This video is still being decoded. Copy it when its `status` is `ready`.';
}

/** The maximum number of timelines from which one request copies: each is read whole, and stays in memory until the request ends. */
const MAX_COPIED_TIMELINES = 20;

/** Makes a function that finds the videos that one request of an account copies. The function reads each timeline once. */
export function createFinderOfVideoToCopy(
  timelines: Pick<TimelineStore, 'load'>,
  account_id: string,
): RequireStoredVideoToCopy {
  const loadedTimelines = new Map<string, Promise<LoadedTimeline>>();
  const load = (id: string, param: string): Promise<LoadedTimeline> => {
    const knownTimeline = loadedTimelines.get(id);
    if (knownTimeline === undefined && loadedTimelines.size === MAX_COPIED_TIMELINES)
      throw invalidValueError(param, `One request copies videos of at most ${MAX_COPIED_TIMELINES} timelines.`);
    const loading = knownTimeline ?? loadTimeline(timelines, { account_id }, id, param);
    loadedTimelines.set(id, loading);
    return loading;
  };
  return async ({ timeline_id, slide_id }, field, param) => {
    const path = `${param}.copy_of`;
    const source = findSource(await load(timeline_id, `${path}.timeline_id`), slide_id, field, path);
    if (!source.ready) throw invalidValueError(path, reasonAgainstCopy(source));
    return source.ready;
  };
}
