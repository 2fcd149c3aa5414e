import type { RequestFault } from '#kernel/shared/errors.ts';
import type { ImageChange, ImageInput } from './image-fields.ts';
import type { SentImageOfSlide } from './ports.ts';
import type { PresenterInput } from './presenter-fields.ts';
import type { SlideImageRequest } from './slide-image.ts';
import {
  pictureFieldPath,
  SLIDE_PICTURE_LISTS,
  type SlideListPicture,
  type SlidePictureListName,
  type SlidePictureWithPosition,
  type SlideWithPictures,
  slidePicturesInList,
} from './slide-pictures.ts';
import type { PresenterRequest } from './slide-presenter.ts';
import type { SlideVideoRequest } from './slide-video.ts';
import type { VideoInput } from './video-fields.ts';

/** A picture in a request: a new one by its address or upload, or the present one in the same place, with other options. */
export type SentPicture = ImageInput | Omit<ImageChange, 'is_whole_slide'>;

/** The pictures that a request sends with a slide. */
export interface SentPictures {
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
  presenter?: PresenterRequest | undefined;
}

const isNew = (sent: SentPicture): sent is ImageInput => 'url' in sent || 'upload_id' in sent;

/** The pictures that were sent for a list; undefined: the list was not sent, so its pictures stay. */
function sentFor(list: SlidePictureListName, { images, items }: SentPictures): (SentPicture | undefined)[] | undefined {
  if (list === 'images') return images === undefined ? undefined : [...(images ?? [])];
  return items === undefined ? undefined : (items ?? []).map(({ image }) => image);
}

/** The new pictures that were sent with a slide. @param path prefix of their fields in the request: `slides[3].` */
export function newPicturesInRequest(sent: SentPictures, path = ''): (SentImageOfSlide & { field: string })[] {
  const wanted = (place: Pick<SlidePictureWithPosition, 'of' | 'index'>, input: SentPicture | null | undefined) => {
    const field = pictureFieldPath(place);
    return input && isNew(input) ? [{ field, input, param: `${path}${field}` }] : [];
  };
  return [
    ...wanted({ of: 'image', index: 0 }, sent.image),
    ...SLIDE_PICTURE_LISTS.flatMap((of) =>
      (sentFor(of, sent) ?? []).flatMap((input, index) => wanted({ of, index }, input)),
    ),
  ];
}

/** The present picture with other options. */
function shownAs({ image, image_request, ...place }: SlideListPicture, options: SentPicture): SlideListPicture {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...place,
    ...(image ? { image: { ...image, ...set } } : {}),
    ...(image_request ? { image_request: { ...image_request, ...set } } : {}),
  };
}

const NONE_THERE =
  'There is no picture here whose options could be changed. Send one with url or upload_id, together with the options.';

/**
 * The pictures of a slide's lists after a request, with faults for options of pictures that do not exist. A list that was sent replaces the
 * pictures of that list.
 * @param awaited the requests for the new pictures
 * @param path prefix of the fields in the faults: `slides[3].`
 */
export function picturesAfterRequest(
  slide: SlideWithPictures,
  sent: SentPictures,
  awaited: PictureRequestsOfSlide,
  path = '',
): { pictures: SlideListPicture[] | undefined; faults: RequestFault[] } {
  const faults: RequestFault[] = [];
  const pictures = SLIDE_PICTURE_LISTS.flatMap((of): SlideListPicture[] => {
    const list = sentFor(of, sent);
    const present = slidePicturesInList(slide, of);
    return list === undefined
      ? present
      : list.flatMap((input, index): SlideListPicture[] => {
          if (input === undefined) return [];
          const field = pictureFieldPath({ of, index });
          if (isNew(input)) return [{ of, index, image_request: awaited.get(field) }];
          const same = present.find((picture) => picture.index === index);
          if (!same) faults.push({ param: `${path}${field}`, message: NONE_THERE });
          return same ? [shownAs(same, input)] : [];
        });
  });
  return { pictures: pictures.length > 0 ? pictures : undefined, faults };
}
