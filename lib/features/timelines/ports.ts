import type { PlanLimits, Principal } from '#features/accounts/public.ts';
import type { ListEntryFilter } from '#kernel/contract/list-filters.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { Tombstone, TombstoneChange } from '#platform/erasure/public.ts';
import type { ImageInput } from './image-fields.ts';
import type { PresenterInput } from './presenter-fields.ts';
import type { SlideImageRequest } from './slide-image.ts';
import type { PendingOrFailedPresenter } from './slide-presenter.ts';
import type { SlideVideoRequest } from './slide-video.ts';
import type { LoadedTimeline, Timeline } from './timeline.ts';
import type { TimelineVideoName } from './timeline-video.ts';
import type { VideoInput } from './video-fields.ts';

/** Change of a timeline in the store. */
export interface StoredTimelineChange {
  before: LoadedTimeline;
  after: LoadedTimeline;
  /** Changes of tombstones in the same transaction. */
  tombstones?: TombstoneChange | undefined;
}

/** Store of timelines and the revisions of their slides. */
export interface TimelineStore {
  /** Strongly consistent. */
  load(accountId: string, timelineId: string): Promise<LoadedTimeline | undefined>;
  list(accountId: string, page: RepositoryPageRequest, filter?: ListEntryFilter): Promise<RepositoryPage<Timeline>>;
  /** Adds a timeline and counts it, unless the account is at its limit. `no_template`: its template was deleted. */
  insert(
    loaded: LoadedTimeline,
    limits: Pick<PlanLimits, 'timelines'>,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'inserted' | 'too_many' | 'no_template'>;
  /**
   * Writes the next version, and counts the bytes of its files instead of those of the previous version.
   * @returns `no_room` when the change needs more bytes than the account has left, `no_template` when its template was deleted: in both
   * cases nothing was written
   * @throws WriteConflictError if the timeline no longer has the version `before.timeline.version`, or a tombstone cannot be removed; nothing
   * was written
   */
  save(
    change: StoredTimelineChange,
    limits: Pick<PlanLimits, 'stored_bytes'>,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'saved' | 'no_room' | 'no_template'>;
  /**
   * Removes a timeline, and writes a tombstone in the same transaction. The timeline and its files are no longer counted.
   * @throws WriteConflictError if it was changed or deleted meanwhile
   */
  remove(loaded: LoadedTimeline, tombstone: Tombstone): Promise<void>;
}

/** Makes URLs of the stored files of slides. */
export interface SlideFilePresigner {
  /** Makes a URL that returns the file for one hour. */
  presignGet(key: string): Promise<string>;
}

/** An image that a request sends for a slide. */
export interface SentImageOfSlide {
  input: ImageInput;
  /** Path of the field in the request: `slides[3].image`. */
  param: string;
}

/** A video that a request sends for a slide or a timeline. */
export interface SentVideo {
  input: VideoInput;
  /** Path of the field in the request: `slides[3].video`. */
  param: string;
  /** The field of a timeline that it is sent for; absent: it is the video of a slide. */
  name?: TimelineVideoName | undefined;
}

/** A presenter that a request sends for a slide or a timeline. */
export interface SentPresenter {
  input: PresenterInput;
  /** Path of the field in the request: `slides[3].presenter`. */
  param: string;
}

/** Images and videos whose fetching is recorded, but not started. */
export interface AnnouncedMediaFetches {
  /** The values for the `image_request` of the slides, in the order of the announced images. */
  requests: readonly SlideImageRequest[];
  /** The values for the `video_request` of the slides, in the order of the announced videos. */
  videos: readonly SlideVideoRequest[];
  /** The values for the `presenter_request` of slides and of the timeline, in the order of the announced presenters. */
  presenters: readonly PendingOrFailedPresenter[];
  /** Starts the fetching. To be called after the write that names the requests; if it is not, the sweeper starts the fetching. */
  startFetching(): Promise<void>;
}

/** Fetches the images and videos that requests name by an address or an upload. The fetching continues after the answer to the request. */
export interface MediaFetcher {
  /**
   * Checks the images and videos, and records that they are to be fetched. Records that no slide names expire.
   * @throws ServiceError `url_forbidden`, `upload_not_found`, the codes of images or videos for an upload without bytes, and those of
   * `RequireStoredVideoToCopy`
   */
  announce(
    principal: Principal,
    timelineId: string,
    images: readonly SentImageOfSlide[],
    videos?: readonly SentVideo[],
    presenters?: readonly SentPresenter[],
  ): Promise<AnnouncedMediaFetches>;
}
