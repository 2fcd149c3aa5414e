import type { Principal } from '#features/accounts/public.ts';
import type { AnnouncedImages, ImageFetches } from './ports.ts';
import { type AwaitedFiles, newPictures, type SentPictures } from './sent-pictures.ts';
import type { ImageRequest } from './slide-image.ts';
import type { SlideVideoRequest } from './slide-video.ts';

/** Dependencies of the announcement of images. */
export interface ImageFetchDeps {
  imageFetches: ImageFetches;
}

/** The requests for the pictures and videos of sent slides, whose fetches are announced. */
export interface AnnouncedPictures extends Pick<AnnouncedImages, 'startFetching'> {
  /** The requests for the files of a sent slide, by its position in the list. */
  of(slide: number): AwaitedFiles;
}

/** No requests, for a slide with which no file was sent. */
export const NO_REQUESTS: AwaitedFiles = { pictures: new Map() };

/**
 * Announces the fetches of pictures and videos that were sent with slides. Afterwards the caller writes the change that names them, then calls
 * `startFetching`. After a kill in between, fetches that no slide names expire, and those that were not started are started by the sweeper.
 * @param pathOf gives the prefix of a slide's fields in the request: `slides[3].`
 * @throws ServiceError like `ImageFetches.announce`
 */
export async function announceImages(
  { imageFetches }: ImageFetchDeps,
  principal: Principal,
  timelineId: string,
  slides: readonly SentPictures[],
  pathOf: (index: number) => string,
): Promise<AnnouncedPictures> {
  const wanted = slides.flatMap((sent, slide) =>
    newPictures(sent, pathOf(slide)).map(({ field, ...image }) => ({ slide, field, image })),
  );
  const clips = slides.flatMap(({ video: input }, slide) =>
    input ? [{ slide, video: { input, param: `${pathOf(slide)}video` } }] : [],
  );
  if (wanted.length === 0 && clips.length === 0) return { of: () => NO_REQUESTS, startFetching: async () => undefined };
  const { requests, videos, startFetching } = await imageFetches.announce(
    principal,
    timelineId,
    wanted.map(({ image }) => image),
    clips.map(({ video }) => video),
  );
  const pictures = new Map<number, Map<string, ImageRequest>>();
  for (const [place, { slide, field }] of wanted.entries()) {
    const request = requests[place];
    const own = pictures.get(slide) ?? new Map<string, ImageRequest>();
    if (request) pictures.set(slide, own.set(field, request));
  }
  const videoOf = new Map<number, SlideVideoRequest | undefined>(
    clips.map(({ slide }, place) => [slide, videos[place]]),
  );
  return {
    of: (slide) => ({ pictures: pictures.get(slide) ?? NO_REQUESTS.pictures, video: videoOf.get(slide) }),
    startFetching,
  };
}
