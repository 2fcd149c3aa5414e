import type { Principal } from '#features/accounts/public.ts';
import type { ImageInput } from './image-fields.ts';
import type { AnnouncedImages, ImageFetches } from './ports.ts';
import type { ImageRequest } from './slide-image.ts';

export interface ImageFetchDeps {
  imageFetches: ImageFetches;
}

/** Announces the images that were sent with slides. */
export interface AwaitedImages extends Pick<AnnouncedImages, 'startFetching'> {
  /** By the place of the slide in what was sent; undefined: an image was not sent with it. */
  awaited: readonly (ImageRequest | undefined)[];
}

/**
 * Has the images of slides written down that are to be fetched. The change that names them comes after it, then `startFetching`: killed in
 * between, what nothing names is forgotten, and what was not started is started by the sweeper.
 * @param paramOf where the image of a slide stands in the request
 * @throws ServiceError as `ImageFetches.announce` does
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
