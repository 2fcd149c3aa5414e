import type { DrawableImage, DrawableSlide, EveryField } from '#engine/video/drawing/drawable-slide.ts';
import type { ChosenTemplate } from '#features/templates/public.ts';
import type { Slide } from './slide.ts';
import { drawnContent } from './slide-content.ts';
import type { SlideImage } from './slide-image.ts';
import type { TimelineSettings } from './timeline.ts';

/** A slide as it is drawn, its image by name. */
export type NamedDrawing = Omit<DrawableSlide, 'image'> & { image?: NamedImage | undefined };
type NamedImage = SlideImage & Pick<DrawableImage, 'is_page'>;

/** The settings of a timeline that every slide shows, and the defaults of a template for them. */
type ShownSettings = Pick<TimelineSettings, 'language' | 'slide_numbers' | 'footer'>;
type ShownDefaults = Pick<ChosenTemplate, 'slide_numbers' | 'footer'>;

/** Settings of a timeline, with what its template says where they say nothing. */
export const withTemplateDefaults = <Settings extends Pick<TimelineSettings, keyof ShownDefaults>>(
  settings: Settings,
  { slide_numbers, footer }: ShownDefaults,
): Settings => ({
  ...settings,
  slide_numbers: settings.slide_numbers ?? slide_numbers,
  footer: settings.footer ?? footer,
});

/** Reports whether a slide shows its image and nothing else. A picture of the slide itself is shown in the layout `page` only. */
export const isWholeImage = ({ image, layout }: Pick<Slide, 'image' | 'layout'>): boolean =>
  image !== undefined && (layout === 'page' || (image.is_whole_slide === true && image.kind !== 'page'));

/** Content that a slide shows at any position: nothing is written over an image that shows the whole slide. */
export function shownOf(slide: Slide) {
  const { image, layout } = slide;
  if (isWholeImage(slide)) {
    const whole = image && { ...image, is_figure: undefined, is_page: true as const };
    return {
      ...drawnContent(slide, true),
      image: layout === 'page' ? whole && { ...whole, fit: 'contain' as const } : whole,
    };
  }
  return { ...drawnContent(slide, false), image: image?.kind === 'page' ? undefined : image };
}

/**
 * The one projection of a slide to what is drawn of it, for previews, checks and renders.
 * @param number of the slide in its timeline, from 1
 * @param settings with the defaults of the template
 */
export function toDrawable(
  slide: Slide,
  number: number,
  { language, slide_numbers, footer }: ShownSettings,
): NamedDrawing {
  return {
    ...shownOf(slide),
    language,
    is_first: number === 1,
    slide_number: slide_numbers ? number : undefined,
    footer,
  } satisfies EveryField<NamedDrawing>;
}

/** A slide of a timeline as it is drawn, its image by name. @param position from 0 */
export const drawnSlide = (
  slide: Slide,
  position: number,
  settings: ShownSettings,
  template: ShownDefaults,
): NamedDrawing => toDrawable(slide, position + 1, withTemplateDefaults(settings, template));

/** The image of a slide with its bytes. */
export async function drawableImage(
  image: NamedImage | undefined,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<DrawableSlide['image']> {
  if (!image) return undefined;
  const { key, sha256, width, height, fit, focus, is_figure, is_page } = image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus, is_figure, is_page };
}
