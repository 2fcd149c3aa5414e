import type { SlideImage, SlideImageRequest } from './slide-image.ts';

/** Lists of a slide whose entries have pictures, next to the image of the slide. An entry of `items` has at most one. */
export const SLIDE_PICTURE_LISTS = ['images', 'items'] as const;
/** A list of a slide whose entries have pictures. */
export type SlidePictureListName = (typeof SLIDE_PICTURE_LISTS)[number];

/** The maximum number of entries of `images` of a slide. */
export const MAX_IMAGES_PER_SLIDE = 6;

/** A stored picture, or a request for one that is being fetched or failed; one of the two. */
export interface StoredOrRequestedPicture {
  image?: SlideImage | undefined;
  /** The image that is being fetched, or its failure. */
  image_request?: SlideImageRequest | undefined;
}

/** A picture of a slide other than its image. */
export interface SlidePictureListEntry extends StoredOrRequestedPicture {
  /** The list that it belongs to. */
  of: SlidePictureListName;
  /** Index of its entry in the list. */
  index: number;
}

/** The pictures of a slide: its image, and those of its lists. */
export interface SlideWithPictures extends StoredOrRequestedPicture {
  pictures?: readonly SlidePictureListEntry[] | undefined;
}

/** A picture of a slide with its place: the image of the slide is `image` with index 0. */
export type SlidePictureWithPosition = StoredOrRequestedPicture & { of: 'image' | SlidePictureListName; index: number };

/** All pictures of a slide, its image first. */
export function slidePicturesWithPositions({
  image,
  image_request,
  pictures = [],
}: SlideWithPictures): SlidePictureWithPosition[] {
  const imagePicture = image || image_request ? [{ of: 'image' as const, index: 0, image, image_request }] : [];
  return [...imagePicture, ...pictures];
}

/** The pictures of one list, in its order. */
export const slidePicturesInList = (
  { pictures = [] }: SlideWithPictures,
  list: SlidePictureListName,
): SlidePictureListEntry[] => pictures.filter(({ of }) => of === list).sort((a, b) => a.index - b.index);

/** The field of a request or an answer that has a picture: `image`, `images[1]`, `items[0].image`. */
export function pictureFieldPath({ of, index }: Pick<SlidePictureWithPosition, 'of' | 'index'>): string {
  if (of === 'image') return 'image';
  return of === 'images' ? `images[${index}]` : `items[${index}].image`;
}

/** A picture in a sentence: `The image`, `Image 2`, `The image of item 3`. */
export function pictureNameInSentence({ of, index }: Pick<SlidePictureWithPosition, 'of' | 'index'>): string {
  if (of === 'image') return 'The image';
  return of === 'images' ? `Image ${index + 1}` : `The image of item ${index + 1}`;
}

/** The outcome of a request for an image: the image, or the request with its failure. */
export type ImageRequestOutcome =
  | { image: SlideImage; image_request?: undefined }
  | { image?: undefined; image_request: SlideImageRequest };

/** The fields of a slide that settled requests change. */
interface SettledFields {
  image?: SlideImage | undefined;
  image_request?: SlideImageRequest | undefined;
  pictures?: SlidePictureListEntry[];
}

/**
 * The change of a slide by the outcomes of its requests for images; undefined if none has an outcome.
 * @param outcomeOf returns the outcome of a request; undefined while it has none
 */
export function settleSlideImageRequests(
  { image_request, pictures = [] }: SlideWithPictures,
  outcomeOf: (request: SlideImageRequest) => ImageRequestOutcome | undefined,
): SettledFields | undefined {
  const imageOutcome = image_request && outcomeOf(image_request);
  const settledPictures = pictures.map((picture): SlidePictureListEntry => {
    const outcome = picture.image_request && outcomeOf(picture.image_request);
    return outcome ? { of: picture.of, index: picture.index, ...outcome } : picture;
  });
  const isChanged = settledPictures.some((picture, index) => picture !== pictures[index]);
  if (!imageOutcome && !isChanged) return undefined;
  return {
    ...(imageOutcome?.image ? { image: imageOutcome.image, image_request: undefined } : {}),
    ...(imageOutcome?.image_request ? { image_request: imageOutcome.image_request } : {}),
    ...(isChanged ? { pictures: settledPictures } : {}),
  };
}
