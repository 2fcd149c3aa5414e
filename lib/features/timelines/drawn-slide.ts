import type { DrawableImage, DrawableSlide, EveryField } from '#engine/video/drawing/drawable-slide.ts';
import type { ChosenTemplate } from '#features/templates/public.ts';
import { itemsWithAgenda } from './agenda-items.ts';
import { isLastOf, type Outline, outlineOf } from './outline.ts';
import { isWholeImage, shownOf } from './shown-slide.ts';
import type { Slide } from './slide.ts';
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
 * The drawable form of a slide, the same for previews, checks and renders.
 * @param number of the slide in its timeline, from 1
 * @param outline of its timeline
 * @param settings of the timeline, completed by the defaults of the template
 */
export function toDrawable(
  slide: Slide,
  number: number,
  outline: Outline,
  { language, slide_numbers, footer, typography }: ShownSettings,
): NamedDrawing {
  const shown = shownOf(slide);
  return {
    ...shown,
    items: isWholeImage(slide) ? shown.items : itemsWithAgenda(shown, outline, number - 1),
    language,
    is_first: number === 1,
    is_last: isLastOf(number - 1, outline.count),
    slide_number: slide_numbers ? number : undefined,
    footer,
    typography,
  } satisfies EveryField<NamedDrawing>;
}

/** The drawable form of a slide of a timeline. @param position of the slide among all slides, from 0. @throws RangeError if there is none */
export function drawnSlide(
  slides: readonly Slide[],
  position: number,
  settings: ShownSettings,
  template: ShownDefaults,
): NamedDrawing {
  const slide = slides[position];
  if (!slide) throw new RangeError(`the timeline has no slide ${position}`);
  return toDrawable(slide, position + 1, outlineOf(slides), withTemplateDefaults(settings, template));
}

/** Reads the bytes of a slide's image, for the painter; undefined without an image. */
export async function drawableImage(
  image: NamedImage | undefined,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<DrawableSlide['image']> {
  if (!image) return undefined;
  const { key, sha256, width, height, fit, focus, caption, is_figure, is_page } = image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus, caption, is_figure, is_page };
}
