import type { Size } from '../../format.ts';
import type { DrawableSlide, SlideLayout } from '../drawable-slide.ts';
import { cleanText } from '../text/clean-text.ts';
import { isFigure, isQuotation, isShortLine } from './auto-layout-rules.ts';
import type { DrawnLayout } from './drawn-layout.ts';

/** The width : height from which a slide has room for an image beside its text. */
const MIN_RATIO_FOR_IMAGE_BESIDE_TEXT = 1.2;

/** A title, on the first slide, may have this many short points below it: a subtitle and a name, say. */
const MAX_TITLE_POINTS = 2;
/** A quotation may have this many short points below it: who said it, and where. */
const MAX_QUOTE_POINTS = 2;
/** A figure may have this many points below it. More are a list, and the figure is its heading: a year, say. */
const MAX_FIGURE_POINTS = 3;

/** The fields of a slide that decide its layout. */
export type LayoutFields = Pick<DrawableSlide, 'title' | 'bullet_points' | 'layout' | 'is_first'> & {
  image?: object | undefined;
};

/** Clean text, without blank points. */
interface Content {
  title: string;
  points: readonly string[];
  hasImage: boolean;
  isFirst: boolean;
}

/**
 * What `auto` chooses, as a designer would. An image is never left out, so it is looked at first: the layouts of
 * quotations and figures show none.
 */
function layoutByContent({ title, points, hasImage, isFirst }: Content): Exclude<SlideLayout, 'auto'> {
  const texts = title === '' ? points : [title, ...points];
  if (hasImage)
    return texts.length === 0 || (texts.length === 1 && texts.every(isShortLine)) ? 'image_full' : 'image_right';
  if (isFigure(title) && points.length <= MAX_FIGURE_POINTS) return 'number';
  const below = title === '' ? points.slice(1) : points;
  const quotesAtMost = title === '' ? 0 : MAX_QUOTE_POINTS;
  if (isQuotation(texts[0] ?? '') && below.length <= quotesAtMost && below.every(isShortLine)) return 'quote';
  if (title !== '' && isFirst && points.length <= MAX_TITLE_POINTS && points.every(isShortLine)) return 'title';
  return points.length > 0 ? 'bullets' : 'section';
}

/** The layout a slide is drawn in: the one it asks for where its content allows that, else the one by content. */
export function chooseLayout(slide: LayoutFields, { width, height }: Size): DrawnLayout {
  const { layout, is_first: isFirst, image } = slide;
  const hasImage = image !== undefined;
  const title = cleanText(slide.title);
  const points = slide.bullet_points.map(cleanText).filter((text) => text !== '');
  if (title === '' && points.length === 0) return hasImage ? 'image_full' : 'empty';
  const wantsImage = layout === 'image_left' || layout === 'image_right' || layout === 'image_full';
  const byContent = layout === 'auto' || (wantsImage && !hasImage);
  const chosen = byContent ? layoutByContent({ title, points, hasImage, isFirst }) : layout;
  const isBeside = chosen === 'image_left' || chosen === 'image_right';
  return isBeside && width / height < MIN_RATIO_FOR_IMAGE_BESIDE_TEXT ? 'image_top' : chosen;
}
