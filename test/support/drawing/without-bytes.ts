import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { DrawableSlideWithPictureRefs } from '#features/timelines/drawn-slide.ts';

const empty = (image: Omit<DrawableImage, 'bytes'>): DrawableImage => ({ ...image, bytes: new Uint8Array() });

/** A slide whose pictures are not read: enough for what looks at its text. */
export const withoutBytes = ({
  image,
  images,
  item_images,
  presenter,
  ...slide
}: DrawableSlideWithPictureRefs): DrawableSlide => ({
  ...slide,
  image: image && empty(image),
  images: images?.map(empty),
  item_images: item_images?.map((each) => each && empty(each)),
  presenter: presenter && { ...presenter, image: empty(presenter.image) },
});
