import type { PictureDimensions } from '../../format.ts';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { arePointsDrawnAsCards } from '../items/are-points-drawn-as-cards.ts';
import { type MarkedSpan, parseInlineMarkup, withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { splitPointSign } from '../text/point-signs.ts';
import { isClosingText } from './is-closing-text.ts';
import { isQuotationText } from './is-quotation-text.ts';
import { layoutByItems } from './layout-by-items.ts';
import { type DrawnLayout, factsOfLayout, type RequestableLayout } from './layout-facts.ts';
import { isNumberText, isShortLine, textWidthInColumns } from './short-texts.ts';
import { hasRoomForTwoColumns } from './slide-text-margins.ts';

/** Largest number of short points below a title on the first slide: for example a subtitle and a name. */
const MAX_TITLE_POINTS = 2;
/** Largest number of short points below a quotation: its author, and its source. */
const MAX_QUOTE_POINTS = 2;
/** Largest number of points below a large number. More are a list, and the number is its heading: for example a year. */
const MAX_NUMBER_POINTS = 3;

/** Largest number of short points with an image that has text or a chart (layout `figure`). More are a list next to it. */
const MAX_FIGURE_POINTS = 2;

/** The fields of a slide that decide its layout. */
export type LayoutDecidingFields = Pick<
  DrawableSlide,
  | 'title'
  | 'bullet_points'
  | 'bullet_levels'
  | 'bullet_style'
  | 'layout'
  | 'is_first'
  | 'is_last'
  | 'markup'
  | 'code'
  | 'table'
  | 'chart'
  | 'items'
> & {
  image?: LayoutPictureFields | undefined;
  images?: readonly LayoutPictureFields[] | undefined;
  item_images?: readonly (LayoutPictureFields | undefined)[] | undefined;
};
/** The fields of an image that decide the layout of its slide, and its caption. */
export type LayoutPictureFields = Pick<DrawableImage, 'is_figure' | 'is_page' | 'caption'>;

/** The content by which `auto` chooses; text is normalized and without marks, and blank points are left out. */
interface LayoutContent {
  title: string;
  points: readonly string[];
  image: LayoutDecidingFields['image'];
  isFirst: boolean;
  isLast: boolean;
  /** True if some of its words, but not all, are bold or highlighted. */
  hasEmphasis: boolean;
}

/**
 * Chooses a layout for `auto`. An image is considered first, because it must not be left out, and the layouts of quotations and numbers
 * show none. An image that has text or a chart is shown whole.
 */
function layoutByContent(content: LayoutContent): RequestableLayout {
  const { title, points, image, isFirst, isLast, hasEmphasis } = content;
  const texts = title === '' ? points : [title, ...points];
  if (image?.is_figure && points.length <= MAX_FIGURE_POINTS && points.every(isShortLine)) return 'figure';
  if (image)
    return texts.length === 0 || (texts.length === 1 && texts.every(isShortLine)) ? 'image_full' : 'image_right';
  if (isNumberText(title) && points.length <= MAX_NUMBER_POINTS) return 'number';
  const pointsBelow = title === '' ? points.slice(1) : points;
  const maxPoints = title === '' ? 0 : MAX_QUOTE_POINTS;
  if (isQuotationText(texts[0] ?? '') && pointsBelow.length <= maxPoints && pointsBelow.every(isShortLine))
    return 'quote';
  if (hasEmphasis && texts.length === 1 && texts.every(isSentence)) return 'statement';
  if (isLast && isClosingText(title, points)) return 'closing';
  if (title !== '' && isFirst && points.length <= MAX_TITLE_POINTS && points.every(isShortLine)) return 'title';
  return points.length > 0 ? 'bullets' : 'section';
}

/** Characters of the longest statement. */
const MAX_STATEMENT_CHARACTERS = 140;
/** Reports whether normalized text is one sentence of a few words, with the sign at its end. */
const isSentence = (text: string): boolean =>
  text.length <= MAX_STATEMENT_CHARACTERS && /[^.][.!?。！？।؟۔]$/u.test(text);

/** Reports whether some of the words of a slide, but not all, are bold or highlighted. */
function hasEmphasizedWords({ title, bullet_points, markup }: LayoutDecidingFields): boolean {
  const spans = [title, ...bullet_points].flatMap((text) => parseInlineMarkup(text, markup));
  return spans.some(isEmphasized) && spans.some((span) => !isEmphasized(span) && /\p{L}/u.test(span.text));
}
/** Reports whether a span is bold or highlighted. */
const isEmphasized = ({ bold, highlighted }: MarkedSpan): boolean => bold === true || highlighted === true;

/** The layout of the code, table, chart or items that a slide shows instead of points; undefined when it has none of these. */
const layoutOfSpecialContent = ({
  code,
  table,
  chart,
  items,
  item_images,
}: LayoutDecidingFields): RequestableLayout | undefined => {
  if (code) return 'code';
  if (table) return 'table';
  if (chart) return 'chart';
  return items && items.length > 0 ? layoutByItems(items, (index) => item_images?.[index] !== undefined) : undefined;
};

/** Reports whether a slide has images for a gallery: two or more, or an image of an item. */
const hasGallery = ({ image, images = [], item_images = [] }: LayoutDecidingFields): boolean =>
  (image ? 1 : 0) + images.length > 1 || item_images.some((picture) => picture !== undefined);

/** Reports whether a slide has the content without which a layout is not drawn. */
function hasContentFor(layout: RequestableLayout, slide: LayoutDecidingFields, pointCount: number): boolean {
  const { image, table, chart, items = [] } = slide;
  const hasContent = { image: image !== undefined, table: table !== undefined, chart: chart !== undefined };
  const { needs } = factsOfLayout(layout);
  if (layout === 'code') return slide.code !== undefined || pointCount > 0;
  if (needs === undefined) return true;
  if (needs === 'pictures') return hasGallery(slide);
  if (needs === 'items') return items.length > 0 || pointCount > 0;
  return needs === 'two points' ? pointCount >= 2 : hasContent[needs];
}

/** The longest title, in columns, with which a single line below it is a statement. */
const MAX_STATEMENT_TITLE_COLUMNS = 32;

/**
 * The layout of a title with points. Few words are shown as cards, or as one statement with a line under it, instead of a list on a nearly
 * empty page. It is not called for the first slide, whose points are often names and a date.
 */
function layoutOfFewWords(slide: LayoutDecidingFields, title: string, points: readonly string[]): RequestableLayout {
  if (arePointsDrawnAsCards(slide)) return 'cards';
  const [line = ''] = points;
  const isLine = points.length === 1 && isShortLine(line) && (slide.bullet_style ?? 'bullet') === 'bullet';
  const hasSign = slide.bullet_points.some((point) => splitPointSign(point, slide.markup).sign);
  return isLine && !hasSign && title !== '' && textWidthInColumns(title) <= MAX_STATEMENT_TITLE_COLUMNS
    ? 'statement'
    : 'bullets';
}

/**
 * Chooses the layout in which a slide is drawn: the requested one if its content allows it, else one by its content. On a slide without room
 * for two columns, the narrow counterpart of that layout.
 */
export function chooseLayout(slide: LayoutDecidingFields, size: PictureDimensions): DrawnLayout {
  const { layout, is_first: isFirst, is_last: isLast = false, image } = slide;
  const visibleText = (text: string): string => normalizeDrawableText(withoutInlineMarks(text, slide.markup));
  const title = visibleText(slide.title);
  const points = slide.bullet_points.map(visibleText).filter((text) => text !== '');
  const specialLayout = layoutOfSpecialContent(slide);
  // An agenda without points lists the titles of other slides.
  if (layout === 'agenda' && specialLayout === undefined && !image?.is_page) return 'agenda';
  if (specialLayout === undefined && layout === 'auto' && hasGallery(slide)) return 'gallery';
  if (
    specialLayout === undefined &&
    title === '' &&
    points.length === 0 &&
    !(layout === 'gallery' && hasGallery(slide))
  ) {
    if (!image) return 'empty';
    if (layout === 'page') return 'page';
    return layout === 'figure' || (layout === 'auto' && image.is_figure) ? 'figure' : 'image_full';
  }
  const canUseRequested = layout !== 'auto' && hasContentFor(layout, slide, points.length);
  const chooseByContent = (): RequestableLayout =>
    layoutByContent({ title, points, image, isFirst, isLast, hasEmphasis: hasEmphasizedWords(slide) });
  const layoutForContent = canUseRequested ? layout : (specialLayout ?? chooseByContent());
  const layoutWithTwoColumns =
    layout === 'auto' && layoutForContent === 'bullets' && !isFirst
      ? layoutOfFewWords(slide, title, points)
      : layoutForContent;
  return hasRoomForTwoColumns(size)
    ? layoutWithTwoColumns
    : (factsOfLayout(layoutWithTwoColumns).whenNarrow ?? layoutWithTwoColumns);
}
