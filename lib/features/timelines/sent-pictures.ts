import type { RequestFault } from '#kernel/shared/errors.ts';
import type { ImageDisplayChange, ImageInput } from './image-fields.ts';
import type { SentImageOfSlide } from './ports.ts';
import type { PresenterInput } from './presenter-fields.ts';
import type { SlideImageRequest } from './slide-image.ts';
import {
  pictureFieldPath,
  SLIDE_PICTURE_LISTS,
  type SlidePictureListEntry,
  type SlidePictureListName,
  type SlidePictureWithPosition,
  type SlideWithPictures,
  slidePicturesInList,
} from './slide-pictures.ts';
import type { PendingOrFailedPresenter } from './slide-presenter.ts';
import type { SlideVideoRequest } from './slide-video.ts';
import type { VideoInput } from './video-fields.ts';

/** A picture in a request: a new one by its address or upload, or the present one in the same place, with other options. */
export type SentPicture = ImageInput | Omit<ImageDisplayChange, 'is_whole_slide'>;

/** The pictures, the video and the presenter that a request sends with a slide. */
export interface SentSlideFiles {
  image?: ImageInput | null | undefined;
  images?: readonly SentPicture[] | null | undefined;
  items?: readonly { image?: SentPicture | undefined }[] | null | undefined;
  video?: VideoInput | null | undefined;
  presenter?: PresenterInput | null | undefined;
}

/** The requests for the pictures that were sent with a slide, by their fields. */
export type PictureRequestsOfSlide = ReadonlyMap<string, SlideImageRequest>;

/** The requests for the files that were sent with a slide. */
export interface FileRequestsOfSlide {
  pictures: PictureRequestsOfSlide;
  /** Absent: no video was sent. */
  video?: SlideVideoRequest | undefined;
  /** Absent: no presenter was sent. */
  presenter?: PendingOrFailedPresenter | undefined;
}

const isNewPicture = (sent: SentPicture): sent is ImageInput => 'url' in sent || 'upload_id' in sent;

/** The pictures that were sent for a list; undefined: the list was not sent, so its pictures stay. */
function sentPicturesOfList(
  list: SlidePictureListName,
  { images, items }: SentSlideFiles,
): (SentPicture | undefined)[] | undefined {
  if (list === 'images') return images === undefined ? undefined : [...(images ?? [])];
  return items === undefined ? undefined : (items ?? []).map(({ image }) => image);
}

/** The new pictures that were sent with a slide. @param path prefix of their fields in the request: `slides[3].` */
export function newPicturesSentWithSlide(sent: SentSlideFiles, path = ''): (SentImageOfSlide & { field: string })[] {
  const newPictureAt = (
    position: Pick<SlidePictureWithPosition, 'of' | 'index'>,
    input: SentPicture | null | undefined,
  ) => {
    const field = pictureFieldPath(position);
    return input && isNewPicture(input) ? [{ field, input, param: `${path}${field}` }] : [];
  };
  return [
    ...newPictureAt({ of: 'image', index: 0 }, sent.image),
    ...SLIDE_PICTURE_LISTS.flatMap((of) =>
      (sentPicturesOfList(of, sent) ?? []).flatMap((input, index) => newPictureAt({ of, index }, input)),
    ),
  ];
}

/** The present picture with other options. */
function withOptions(
  { image, image_request, ...position }: SlidePictureListEntry,
  options: SentPicture,
): SlidePictureListEntry {
  const setOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...position,
    ...(image ? { image: { ...image, ...setOptions } } : {}),
    ...(image_request ? { image_request: { ...image_request, ...setOptions } } : {}),
  };
}

const NO_PICTURE_MESSAGE =
  'There is no picture here whose options could be changed. Send one with url or upload_id, together with the options.';

/**
 * The pictures of a slide's lists after a request, with faults for options of pictures that do not exist. A list that was sent replaces the
 * pictures of that list.
 * @param imageRequests the requests for the new pictures
 * @param path prefix of the fields in the faults: `slides[3].`
 */
export function picturesAfterRequest(
  slide: SlideWithPictures,
  sent: SentSlideFiles,
  imageRequests: PictureRequestsOfSlide,
  path = '',
): { pictures: SlidePictureListEntry[] | undefined; faults: RequestFault[] } {
  const faults: RequestFault[] = [];
  const pictures = SLIDE_PICTURE_LISTS.flatMap((of): SlidePictureListEntry[] => {
    const list = sentPicturesOfList(of, sent);
    const present = slidePicturesInList(slide, of);
    return list === undefined
      ? present
      : list.flatMap((input, index): SlidePictureListEntry[] => {
          if (input === undefined) return [];
          const field = pictureFieldPath({ of, index });
          if (isNewPicture(input)) return [{ of, index, image_request: imageRequests.get(field) }];
          const presentPicture = present.find((picture) => picture.index === index);
          if (!presentPicture) faults.push({ param: `${path}${field}`, message: NO_PICTURE_MESSAGE });
          return presentPicture ? [withOptions(presentPicture, input)] : [];
        });
  });
  return { pictures: pictures.length > 0 ? pictures : undefined, faults };
}
