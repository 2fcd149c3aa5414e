import type { DrawableImage, DrawablePresenter, EveryFieldRequired } from '#engine/video/drawing/drawable-slide.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import type { Slide } from './slide.ts';
import { drawnFieldsOfSlide } from './slide-content.ts';
import type { SlideImage } from './slide-image.ts';
import { slidePicturesInList } from './slide-pictures.ts';
import { effectivePresenterLookOf } from './slide-presenter.ts';
import { playedTonesOfVideo, posterImageOfSlideVideo, type SlideVideo } from './slide-video.ts';

/** A picture of a slide by its stored file. */
export type SlideImageByStoredFile = SlideImage & Pick<DrawableImage, 'is_page' | 'tones'>;

/** The pictures that a slide may show, by their stored files. */
export interface SlidePicturesByFile {
  image?: SlideImageByStoredFile | undefined;
  images?: readonly SlideImageByStoredFile[] | undefined;
  item_images?: readonly (SlideImageByStoredFile | undefined)[] | undefined;
  presenter?: (Omit<DrawablePresenter, 'image'> & { image: SlideImageByStoredFile }) | undefined;
}

/** The presenter of a slide as its pictures show them. */
function presenterPictureOf({
  presenter,
  video,
}: Pick<Slide, 'presenter' | 'video'>): SlidePicturesByFile['presenter'] {
  if (!presenter) return undefined;
  const { poster, face, focus } = presenter;
  const image = { ...poster, fit: 'cover' as const, focus: { x: 0.5, y: 0.5 }, alt: '' };
  return { image, face, focus, look: effectivePresenterLookOf(presenter, video !== undefined) };
}

/**
 * Reports whether a slide shows only its image. This is so in the layout `page`, and for an image that shows the whole slide unless it is a
 * picture of the slide itself (`kind: page`), which only the layout `page` shows.
 */
export const showsOnlyImage = ({ image, layout }: Pick<Slide, 'image' | 'layout'>): boolean =>
  image !== undefined && (layout === 'page' || (image.is_whole_slide === true && image.kind !== 'page'));

/** The pictures of a slide whose image does not show all of it. The first one is its image also if `image` is not set. */
function picturesNextToText(slide: Slide): EveryFieldRequired<Omit<SlidePicturesByFile, 'presenter'>> {
  const slideImage = slide.image?.kind === 'page' ? undefined : slide.image;
  const pictures = [
    ...(slideImage ? [slideImage] : []),
    ...slidePicturesInList(slide, 'images').flatMap((picture) => picture.image ?? []),
  ];
  const itemPictures = slidePicturesInList(slide, 'items').filter((picture) => picture.image);
  const [image, ...images] = pictures;
  const item_images = slide.items?.map((_, itemIndex) => itemPictures.find(({ index }) => index === itemIndex)?.image);
  return {
    image,
    images: images.length > 0 ? images : undefined,
    item_images: itemPictures.length > 0 ? item_images : undefined,
  };
}

/** The picture of a slide that shows only its image. */
function pictureOfWholeSlide({ image, layout }: Slide): EveryFieldRequired<Omit<SlidePicturesByFile, 'presenter'>> {
  const wholeImage = image && { ...image, is_figure: undefined, caption: undefined, is_page: true as const };
  const shownImage = layout === 'page' ? wholeImage && { ...wholeImage, fit: 'contain' as const } : wholeImage;
  return { image: shownImage, images: undefined, item_images: undefined };
}

/** The layouts of slides with a video, by its place. */
const LAYOUT_OF_VIDEO_PLACE = {
  full: 'image_full',
  left: 'image_left',
  right: 'image_right',
  framed: 'figure',
  background: 'image_background',
} as const satisfies Record<SlideVideo['place'], SlideLayout>;

/** The slide as it is drawn: a video is shown by its poster, in its place, instead of the image. */
export function withPosterOfVideo(slide: Slide): Slide {
  const { video } = slide;
  if (!video) return slide;
  const poster = posterImageOfSlideVideo(video);
  const image = video.place === 'full' ? { ...poster, is_whole_slide: true as const } : poster;
  return { ...slide, image, builds: undefined, layout: LAYOUT_OF_VIDEO_PLACE[video.place] };
}

/** The pictures of a slide with text on its video, of which the text must be readable at every moment. */
function withTonesOfVideo<Pictures extends SlidePicturesByFile>(pictures: Pictures, { video }: Slide): Pictures {
  const tones = video?.place === 'background' ? playedTonesOfVideo(video) : undefined;
  return pictures.image && tones ? { ...pictures, image: { ...pictures.image, tones } } : pictures;
}

/** The drawn content of a slide, independent of its position. Nothing is drawn over an image that shows the whole slide. */
export function drawnContentOfSlide(storedSlide: Slide) {
  const slide = withPosterOfVideo(storedSlide);
  const presenter = presenterPictureOf(storedSlide);
  return showsOnlyImage(slide)
    ? { ...drawnFieldsOfSlide(slide, true), ...pictureOfWholeSlide(slide), presenter }
    : { ...drawnFieldsOfSlide(slide, false), ...withTonesOfVideo(picturesNextToText(slide), storedSlide), presenter };
}
