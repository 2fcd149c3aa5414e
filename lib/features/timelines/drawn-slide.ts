import type { DrawableImage, DrawableSlide, EveryFieldRequired } from '#engine/video/drawing/drawable-slide.ts';
import type { ChosenTemplate } from '#features/templates/public.ts';
import { itemsOrAgendaSections } from './agenda-items.ts';
import { calloutsInStillPictures } from './drawn-callouts.ts';
import { isClosingSlidePosition, sectionOutlineOfSlides, type TimelineSectionOutline } from './outline.ts';
import { slidesWithPresenterParts } from './presented-slides.ts';
import {
  drawnContentOfSlide,
  type SlideImageByStoredFile,
  type SlidePicturesByFile,
  showsOnlyImage,
  withPosterOfVideo,
} from './shown-slide.ts';
import type { Slide } from './slide.ts';
import type { TimelineSettings } from './timeline.ts';

/** The drawable form of a slide, with references to its pictures instead of their bytes. */
export type DrawableSlideWithPictureRefs = Omit<DrawableSlide, keyof SlidePicturesByFile> & SlidePicturesByFile;

/** The settings of a timeline that affect the drawing of every slide. */
type DrawnSettings = Pick<TimelineSettings, 'language' | 'slide_numbers' | 'footer' | 'typography'>;
/** The defaults of a template for these settings. */
type DrawnSettingDefaults = Pick<ChosenTemplate, 'slide_numbers' | 'footer'>;

/** The settings of a timeline, completed by the defaults of its template. */
export const withTemplateDefaults = <Settings extends Pick<TimelineSettings, keyof DrawnSettingDefaults>>(
  settings: Settings,
  { slide_numbers, footer }: DrawnSettingDefaults,
): Settings => ({
  ...settings,
  slide_numbers: settings.slide_numbers ?? slide_numbers,
  footer: settings.footer ?? footer,
});

/**
 * The drawable form of a slide, the same for previews, checks and renders.
 * @param number number of the slide in its timeline, from 1
 * @param outline outline of the timeline
 * @param settings settings of the timeline, completed by the defaults of the template
 */
export function toDrawableSlide(
  slide: Slide,
  number: number,
  outline: TimelineSectionOutline,
  { language, slide_numbers, footer, typography }: DrawnSettings,
): DrawableSlideWithPictureRefs {
  const content = drawnContentOfSlide(slide);
  return {
    ...content,
    items: showsOnlyImage(withPosterOfVideo(slide))
      ? content.items
      : itemsOrAgendaSections(content, outline, number - 1),
    language,
    is_first: number === 1,
    is_last: isClosingSlidePosition(number - 1, outline.count),
    slide_number: slide_numbers ? number : undefined,
    footer,
    typography,
    callouts: calloutsInStillPictures(slide),
  } satisfies EveryFieldRequired<DrawableSlideWithPictureRefs>;
}

/**
 * The drawable form of a slide of a timeline.
 * @param position position of the slide among all slides, from 0
 * @throws RangeError if the timeline has no such slide
 */
export function drawableSlideAt(
  slides: readonly Slide[],
  position: number,
  settings: DrawnSettings & Pick<TimelineSettings, 'presenter'>,
  template: DrawnSettingDefaults,
): DrawableSlideWithPictureRefs {
  const slide = slidesWithPresenterParts(slides, settings.presenter)[position];
  if (!slide) throw new RangeError(`the timeline has no slide ${position}`);
  return toDrawableSlide(slide, position + 1, sectionOutlineOfSlides(slides), withTemplateDefaults(settings, template));
}

/**
 * Reads the bytes of a slide's pictures, for the painter.
 * @param isCached true if the painter is to keep the decoded pictures, which is of use where slides are drawn again and again
 */
export async function readTimelineSlidePictures(
  { image, images, item_images, presenter, ...slide }: DrawableSlideWithPictureRefs,
  readFile: (key: string) => Promise<Uint8Array>,
  isCached: boolean,
): Promise<DrawableSlide> {
  const readPicture = async (pictureFile: SlideImageByStoredFile): Promise<DrawableImage> => {
    const { key, sha256, width, height, fit, focus, caption, is_figure, is_page, tones } = pictureFile;
    const picture = { bytes: await readFile(key), width, height, fit, focus, caption, is_figure, is_page, tones };
    return isCached ? { ...picture, sha256 } : picture;
  };
  const readIfPresent = async (pictureFile: SlideImageByStoredFile | undefined) =>
    pictureFile && readPicture(pictureFile);
  const [drawableImage, drawableImages, itemImages, drawablePresenter] = await Promise.all([
    readIfPresent(image),
    images && Promise.all(images.map(readPicture)),
    item_images && Promise.all(item_images.map(readIfPresent)),
    presenter && readPicture(presenter.image).then((poster) => ({ ...presenter, image: poster })),
  ]);
  return {
    ...slide,
    image: drawableImage,
    images: drawableImages,
    item_images: itemImages,
    presenter: drawablePresenter,
  };
}
