import type { DrawableImage, DrawableSlide, EveryField } from '#engine/video/drawing/drawable-slide.ts';
import type { ChosenTemplate } from '#features/templates/public.ts';
import type { Slide } from './slide.ts';
import { drawnContent } from './slide-content.ts';
import type { SlideImage } from './slide-image.ts';
import type { TimelineSettings } from './timeline.ts';

/** The drawable form of a slide, with a reference to its image instead of the bytes. */
export type NamedDrawing = Omit<DrawableSlide, 'image'> & { image?: NamedImage | undefined };
type NamedImage = SlideImage & Pick<DrawableImage, 'is_page'>;

/** The settings of a timeline that affect the drawing of every slide. */
type ShownSettings = Pick<TimelineSettings, 'language' | 'slide_numbers' | 'footer' | 'typography'>;
/** The defaults of a template for these settings. */
type ShownDefaults = Pick<ChosenTemplate, 'slide_numbers' | 'footer'>;

/** The settings of a timeline, completed by the defaults of its template. */
export const withTemplateDefaults = <Settings extends Pick<TimelineSettings, keyof ShownDefaults>>(
  settings: Settings,
  { slide_numbers, footer }: ShownDefaults,
): Settings => ({
  ...settings,
  slide_numbers: settings.slide_numbers ?? slide_numbers,
  footer: settings.footer ?? footer,
});

/**
 * Reports whether a slide shows only its image. This is so in the layout `page`, and for an image that shows the whole slide unless it is a
 * picture of the slide itself (`kind: page`), which only the layout `page` shows.
 */
export const isWholeImage = ({ image, layout }: Pick<Slide, 'image' | 'layout'>): boolean =>
  image !== undefined && (layout === 'page' || (image.is_whole_slide === true && image.kind !== 'page'));

/** The drawn content of a slide, independent of its position. Nothing is drawn over an image that shows the whole slide. */
export function shownOf(slide: Slide) {
  const { image, layout } = slide;
  if (isWholeImage(slide)) {
    const whole = image && { ...image, is_figure: undefined, caption: undefined, is_page: true as const };
    return {
      ...drawnContent(slide, true),
      image: layout === 'page' ? whole && { ...whole, fit: 'contain' as const } : whole,
    };
  }
  return { ...drawnContent(slide, false), image: image?.kind === 'page' ? undefined : image };
}

/**
 * The drawable form of a slide, the same for previews, checks and renders.
 * @param number of the slide in its timeline, from 1
 * @param settings of the timeline, completed by the defaults of the template
 */
export function toDrawable(
  slide: Slide,
  number: number,
  { language, slide_numbers, footer, typography }: ShownSettings,
): NamedDrawing {
  return {
    ...shownOf(slide),
    language,
    is_first: number === 1,
    slide_number: slide_numbers ? number : undefined,
    footer,
    typography,
  } satisfies EveryField<NamedDrawing>;
}

/** The drawable form of a slide of a timeline. @param position from 0 */
export const drawnSlide = (
  slide: Slide,
  position: number,
  settings: ShownSettings,
  template: ShownDefaults,
): NamedDrawing => toDrawable(slide, position + 1, withTemplateDefaults(settings, template));

/** Reads the bytes of a slide's image, for the painter; undefined without an image. */
export async function drawableImage(
  image: NamedImage | undefined,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<DrawableSlide['image']> {
  if (!image) return undefined;
  const { key, sha256, width, height, fit, focus, caption, is_figure, is_page } = image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus, caption, is_figure, is_page };
}
