import type { Principal } from '#features/accounts/public.ts';
import type { AnnouncedMediaFetches, MediaFetcher, SentPresenter, SentVideo } from './ports.ts';
import { type FileRequestsOfSlide, newPicturesSentWithSlide, type SentSlideFiles } from './sent-pictures.ts';
import type { SlideImageRequest } from './slide-image.ts';
import type { PendingOrFailedPresenter } from './slide-presenter.ts';
import type { SlideVideoRequest } from './slide-video.ts';
import type { TimelineVideoName } from './timeline-video.ts';

/** Dependencies of `announceMediaFetches`. */
export interface AnnounceMediaFetchesDeps {
  /** Fetches images, videos and presenters. */
  imageFetches: MediaFetcher;
}

/** The requests for the pictures and videos of sent slides, whose fetches are announced. */
export interface AnnouncedMediaRequests extends Pick<AnnouncedMediaFetches, 'startFetching'> {
  /** The requests for the files of a sent slide, by its position in the list, from 0. */
  ofSlide(index: number): FileRequestsOfSlide;
  /** The request for the presenter of the timeline; absent: none was sent. */
  presenter?: PendingOrFailedPresenter | undefined;
  /** The requests for the intro and the outro of the timeline; absent: none was sent. */
  videos: ReadonlyMap<TimelineVideoName, SlideVideoRequest>;
}

/** The files that a request sends for the timeline itself. */
export interface NewFilesOfTimeline {
  presenter?: SentPresenter | undefined;
  videos?: readonly (SentVideo & { name: TimelineVideoName })[] | undefined;
}

/** No requests, for a slide with which no file was sent. */
export const NO_FILE_REQUESTS: FileRequestsOfSlide = { pictures: new Map() };

/**
 * Announces the fetches of pictures and videos that were sent with slides. Afterwards the caller writes the change that names them, then calls
 * `startFetching`. After a kill in between, fetches that no slide names expire, and those that were not started are started by the sweeper.
 * @param pathOf returns the prefix of a slide's fields in the request: `slides[3].`
 * @throws ServiceError like `MediaFetcher.announce`
 */
export async function announceMediaFetches(
  { imageFetches }: AnnounceMediaFetchesDeps,
  principal: Principal,
  timelineId: string,
  slides: readonly SentSlideFiles[],
  pathOf: (index: number) => string,
  { presenter, videos: timelineVideos = [] }: NewFilesOfTimeline = {},
): Promise<AnnouncedMediaRequests> {
  const slidePictures = slides.flatMap((sentPictures, slide) =>
    newPicturesSentWithSlide(sentPictures, pathOf(slide)).map(({ field, ...image }) => ({ slide, field, image })),
  );
  const slideVideos = slides.flatMap(({ video: input }, slide) =>
    input ? [{ slide, video: { input, param: `${pathOf(slide)}video` } }] : [],
  );
  const slidePresenters = slides.flatMap(({ presenter: input }, slide) =>
    input ? [{ slide, presenter: { input, param: `${pathOf(slide)}presenter` } }] : [],
  );
  if (slidePictures.length + slideVideos.length + slidePresenters.length + timelineVideos.length === 0 && !presenter)
    return { ofSlide: () => NO_FILE_REQUESTS, videos: new Map(), startFetching: async () => undefined };
  const { requests, videos, presenters, startFetching } = await imageFetches.announce(
    principal,
    timelineId,
    slidePictures.map(({ image }) => image),
    [...slideVideos.map(({ video }) => video), ...timelineVideos],
    [...slidePresenters.map((slidePresenter) => slidePresenter.presenter), ...(presenter ? [presenter] : [])],
  );
  const pictures = new Map<number, Map<string, SlideImageRequest>>();
  for (const [index, { slide, field }] of slidePictures.entries()) {
    const request = requests[index];
    const picturesOfSlide = pictures.get(slide) ?? new Map<string, SlideImageRequest>();
    if (request) pictures.set(slide, picturesOfSlide.set(field, request));
  }
  const videoRequestOfSlide = new Map<number, SlideVideoRequest | undefined>(
    slideVideos.map(({ slide }, index) => [slide, videos[index]]),
  );
  const presenterRequestOfSlide = new Map<number, PendingOrFailedPresenter | undefined>(
    slidePresenters.map(({ slide }, index) => [slide, presenters[index]]),
  );
  return {
    ofSlide: (slide) => ({
      pictures: pictures.get(slide) ?? NO_FILE_REQUESTS.pictures,
      video: videoRequestOfSlide.get(slide),
      presenter: presenterRequestOfSlide.get(slide),
    }),
    presenter: presenter && presenters[slidePresenters.length],
    videos: new Map(
      timelineVideos.flatMap(({ name }, index) => {
        const request = videos[slideVideos.length + index];
        return request ? [[name, request] as const] : [];
      }),
    ),
    startFetching,
  };
}
