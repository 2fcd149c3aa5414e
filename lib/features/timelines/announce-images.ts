import type { Principal } from '#features/accounts/public.ts';
import type { ImageInput } from './image-fields.ts';
import type { AnnouncedImages, ImageFetches } from './ports.ts';
import type { ImageRequest } from './slide-image.ts';

/** Dependencies of the announcement of images. */
export interface ImageFetchDeps {
  imageFetches: ImageFetches;
}

/** The image requests of sent slides, whose fetches are announced. */
export interface AwaitedImages extends Pick<AnnouncedImages, 'startFetching'> {
  /** The request of each sent slide, by its position in the list; undefined for a slide without an image. */
  awaited: readonly (ImageRequest | undefined)[];
}

/**
 * Announces the fetches of images that were sent with slides. Afterwards the caller writes the change that names them, then calls
 * `startFetching`. After a kill in between, fetches that no slide names expire, and those that were not started are started by the sweeper.
 * @param paramOf gives the path of a slide's image in the request
 * @throws ServiceError like `ImageFetches.announce`
 */
export async function announceImages(
  { imageFetches }: ImageFetchDeps,
  principal: Principal,
  timelineId: string,
  slides: readonly { image?: ImageInput | null | undefined }[],
  paramOf: (index: number) => string,
): Promise<AwaitedImages> {
  const wanted = slides.flatMap(({ image }, index) =>
    image ? [{ index, image: { input: image, param: paramOf(index) } }] : [],
  );
  if (wanted.length === 0) return { awaited: [], startFetching: async () => undefined };
  const { requests, startFetching } = await imageFetches.announce(
    principal,
    timelineId,
    wanted.map(({ image }) => image),
  );
  const awaited: (ImageRequest | undefined)[] = [];
  wanted.forEach(({ index }, place) => {
    awaited[index] = requests[place];
  });
  return { awaited, startFetching };
}
