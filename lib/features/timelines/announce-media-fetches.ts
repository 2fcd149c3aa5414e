import type { Principal } from '#features/accounts/public.ts';
import type { AnnouncedMediaFetches, MediaFetcher, SentPresenterOfSlide, SentVideoOfSlide } from './ports.ts';
import { type FileRequestsOfSlide, newPicturesInRequest, type SentPictures } from './sent-pictures.ts';
import type { SlideImageRequest } from './slide-image.ts';
import type { PresenterRequest } from './slide-presenter.ts';
import type { SlideVideoRequest } from './slide-video.ts';
import type { TimelineVideoName } from './timeline-video.ts';

/** Dependencies of the announcement of images. */
export interface AnnounceMediaFetchesDeps {
  imageFetches: MediaFetcher;
}

/** The requests for the pictures and videos of sent slides, whose fetches are announced. */
export interface AnnouncedMediaRequests extends Pick<AnnouncedMediaFetches, 'startFetching'> {
  /** The requests for the files of a sent slide, by its position in the list. */
  of(slide: number): FileRequestsOfSlide;
  /** The request for the presenter of the timeline; absent: none was sent. */
  presenter?: PresenterRequest | undefined;
  /** The requests for the intro and the outro of the timeline; absent: none was sent. */
  videos: ReadonlyMap<TimelineVideoName, SlideVideoRequest>;
}

/** The files that a request sends for the timeline itself. */
export interface NewFilesOfTimeline {
  presenter?: SentPresenterOfSlide | undefined;
  videos?: readonly (SentVideoOfSlide & { name: TimelineVideoName })[] | undefined;
}

/** No requests, for a slide with which no file was sent. */
export const NO_PICTURE_REQUESTS: FileRequestsOfSlide = { pictures: new Map() };

/**
 * Announces the fetches of pictures and videos that were sent with slides. Afterwards the caller writes the change that names them, then calls
 * `startFetching`. After a kill in between, fetches that no slide names expire, and those that were not started are started by the sweeper.
 * @param pathOf gives the prefix of a slide's fields in the request: `slides[3].`
 * @throws ServiceError like `MediaFetcher.announce`
 */
export async function announceMediaFetches(
  { imageFetches }: AnnounceMediaFetchesDeps,
  principal: Principal,
  timelineId: string,
  slides: readonly SentPictures[],
  pathOf: (index: number) => string,
  { presenter, videos: ofTimeline = [] }: NewFilesOfTimeline = {},
): Promise<AnnouncedMediaRequests> {
  const wanted = slides.flatMap((sent, slide) =>
    newPicturesInRequest(sent, pathOf(slide)).map(({ field, ...image }) => ({ slide, field, image })),
  );
  const clips = slides.flatMap(({ video: input }, slide) =>
    input ? [{ slide, video: { input, param: `${pathOf(slide)}video` } }] : [],
  );
  const people = slides.flatMap(({ presenter: input }, slide) =>
    input ? [{ slide, presenter: { input, param: `${pathOf(slide)}presenter` } }] : [],
  );
  if (wanted.length + clips.length + people.length + ofTimeline.length === 0 && !presenter)
    return { of: () => NO_PICTURE_REQUESTS, videos: new Map(), startFetching: async () => undefined };
  const { requests, videos, presenters, startFetching } = await imageFetches.announce(
    principal,
    timelineId,
    wanted.map(({ image }) => image),
    [...clips.map(({ video }) => video), ...ofTimeline],
    [...people.map((one) => one.presenter), ...(presenter ? [presenter] : [])],
  );
  const pictures = new Map<number, Map<string, SlideImageRequest>>();
  for (const [place, { slide, field }] of wanted.entries()) {
    const request = requests[place];
    const own = pictures.get(slide) ?? new Map<string, SlideImageRequest>();
    if (request) pictures.set(slide, own.set(field, request));
  }
  const videoOf = new Map<number, SlideVideoRequest | undefined>(
    clips.map(({ slide }, place) => [slide, videos[place]]),
  );
  const presenterOf = new Map<number, PresenterRequest | undefined>(
    people.map(({ slide }, place) => [slide, presenters[place]]),
  );
  return {
    of: (slide) => ({
      pictures: pictures.get(slide) ?? NO_PICTURE_REQUESTS.pictures,
      video: videoOf.get(slide),
      presenter: presenterOf.get(slide),
    }),
    presenter: presenter && presenters[people.length],
    videos: new Map(
      ofTimeline.flatMap(({ name }, place) => {
        const request = videos[clips.length + place];
        return request ? [[name, request] as const] : [];
      }),
    ),
    startFetching,
  };
}
