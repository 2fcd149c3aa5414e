import type { Principal } from '#features/accounts/public.ts';
import type { AnnouncedImages, ImageFetches } from './ports.ts';
import { type AwaitedPictures, newPictures, type SentPictures } from './sent-pictures.ts';
import type { ImageRequest } from './slide-image.ts';

/** Dependencies of the announcement of images. */
export interface ImageFetchDeps {
  imageFetches: ImageFetches;
}

/** The requests for the pictures of sent slides, whose fetches are announced. */
export interface AnnouncedPictures extends Pick<AnnouncedImages, 'startFetching'> {
  /** The requests for the pictures of a sent slide, by its position in the list. */
  of(slide: number): AwaitedPictures;
}

const NO_REQUESTS: AwaitedPictures = new Map();

/**
 * Announces the fetches of pictures that were sent with slides. Afterwards the caller writes the change that names them, then calls
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
  if (wanted.length === 0) return { of: () => NO_REQUESTS, startFetching: async () => undefined };
  const { requests, startFetching } = await imageFetches.announce(
    principal,
    timelineId,
    wanted.map(({ image }) => image),
  );
  const bySlide = new Map<number, Map<string, ImageRequest>>();
  for (const [place, { slide, field }] of wanted.entries()) {
    const request = requests[place];
    const own = bySlide.get(slide) ?? new Map<string, ImageRequest>();
    if (request) bySlide.set(slide, own.set(field, request));
  }
  return { of: (slide) => bySlide.get(slide) ?? NO_REQUESTS, startFetching };
}
