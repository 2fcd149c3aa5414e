import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import { MAX_FORMULA_CHARACTERS_NEXT_TO_POINTS } from '../formulas/formula-rules.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import { chooseShownMarkdownImages } from './find-markdown-page-images.ts';
import { type PlainAndMarkedText, toPlainAndMarkedText } from './marked-text.ts';
import type { MarkdownPageBlock, PageDraft, PageImage } from './page-draft.ts';
import {
  createBlockKindGuard,
  MAX_CHARACTERS_OF_LINE_UNDER_TITLE,
  type MarkdownPageBlockOfKind,
  type MarkdownSlidePart,
} from './page-part.ts';
import { plainTextOfFormula } from './plain-text-of-formula.ts';
import { isShortCodeBlock, pointsOfPage } from './points-of-page.ts';

const NO_TITLE = toPlainAndMarkedText('');

/** The title of a chart's slide: the title of its page, of the chart, or both. */
function titleOfChartSlide(
  title: PlainAndMarkedText,
  { title: chartTitle }: MarkdownPageBlockOfKind<'chart'>,
): PlainAndMarkedText {
  if (chartTitle === undefined || chartTitle === title.plain) return title;
  return toPlainAndMarkedText(title.plain === '' ? chartTitle : `${title.plain}: ${chartTitle}`);
}

/** Characters in the longest line of a formula. */
const longestLineLength = (tex: string): number =>
  largestOf(
    plainTextOfFormula(tex.replaceAll('\\\\', '\n'))
      .split('\n')
      .map((line) => line.length),
  );

/** Reports whether the formulas of a picture would be too small next to points. */
const needsFullWidth = ({ formulas = [] }: PageImage): boolean =>
  formulas.some((tex) => longestLineLength(tex) > MAX_FORMULA_CHARACTERS_NEXT_TO_POINTS);

/**
 * The slide of a page that is one quotation with at most one paragraph. A page with a heading is not a quotation.
 * @returns undefined for any other page
 */
function quotePart(
  blocks: readonly MarkdownPageBlock[],
  heading: MarkdownPageBlock | undefined,
): MarkdownSlidePart | undefined {
  const quotes = blocks.filter(createBlockKindGuard('quote'));
  const [quote] = quotes;
  if (heading || !quote || quotes.length > 1) return undefined;
  const otherBlocks = blocks.filter((block) => block !== quote && block.kind !== 'image' && block.kind !== 'column');
  if (otherBlocks.some(({ kind }) => kind !== 'point') || otherBlocks.length > 1) return undefined;
  const speaker = quote.speaker ? [{ text: quote.speaker, level: 0, marker: 'none' as const, column: 0 }] : [];
  return { title: quote.words, points: [...speaker, ...pointsOfPage(otherBlocks)], layout: 'quote' };
}

/** The highest number of points on a page whose pictures become a gallery; the points are lines above the gallery. */
const MAX_GALLERY_POINTS = 3;

/** Reports whether the pictures of a page are shown together: all are in its text, and it has few other texts and names no layout. */
function canFormGallery(
  images: readonly PageImage[],
  points: readonly unknown[],
  { fields, settings }: PageDraft,
): boolean {
  const namesLayout = fields.layout !== undefined || settings.some(({ name }) => name === 'layout');
  const areInText = images.every(({ formulas, background, video }) => !formulas && !video && background === undefined);
  return images.length > 1 && areInText && points.length <= MAX_GALLERY_POINTS && !namesLayout;
}

/**
 * The slides that a page becomes: its title with its points and first picture, then one for each listing, table, chart and further picture.
 * Pictures that are shown together are all on the first one.
 * @param images the pictures of the page, from `findMarkdownPageImages`
 */
export function slidePartsOfMarkdownPage(
  draft: PageDraft,
  images: readonly PageImage[],
  context: DeckPageContext,
): MarkdownSlidePart[] {
  const { blocks } = draft;
  const heading = blocks.find(createBlockKindGuard('heading'));
  // Some authors write a paragraph as a heading, to have it large.
  const isHeadingTooLong = heading !== undefined && [...heading.text.plain].length > SLIDE_TEXT_LIMITS.title;
  const title = isHeadingTooLong ? NO_TITLE : (heading?.text ?? NO_TITLE);
  const remainingBlocks = isHeadingTooLong ? blocks : blocks.filter((block) => block !== heading);
  const quote = quotePart(remainingBlocks, heading);
  const chosenImages = chooseShownMarkdownImages(images, context);
  const [image, ...laterImages] = chosenImages;
  const isGallery = !quote && canFormGallery(chosenImages, pointsOfPage(remainingBlocks), draft);
  const furtherImages = isGallery ? [] : laterImages;
  const imageParts = furtherImages.map((laterImage): MarkdownSlidePart => ({ title, points: [], image: laterImage }));
  if (quote) return [{ ...quote, image }, ...imageParts];
  const hasText = remainingBlocks.some(({ kind }) => kind === 'point' || kind === 'heading' || kind === 'quote');
  const listings = remainingBlocks
    .filter(createBlockKindGuard('code'))
    .filter((code) => !hasText || !isShortCodeBlock(code));
  const points = pointsOfPage(hasText ? remainingBlocks : remainingBlocks.filter(({ kind }) => kind !== 'code'));
  const isImageSeparate = points.length > 0 && image !== undefined && needsFullWidth(image);
  const dataParts: MarkdownSlidePart[] = [
    ...listings.map(({ language, text, focus }) => ({
      title,
      points: [],
      code: { ...(language ? { language } : {}), text, ...(focus ? { focus } : {}) },
    })),
    ...remainingBlocks.filter(createBlockKindGuard('table')).map((table) => ({ title, points: [], table })),
    ...remainingBlocks
      .filter(createBlockKindGuard('chart'))
      .map((block) => ({ title: titleOfChartSlide(title, block), points: [], chart: block.chart })),
  ];
  const mainPart: MarkdownSlidePart = {
    title,
    points,
    image: isImageSeparate ? undefined : image,
    ...(isGallery ? { images: laterImages } : {}),
  };
  const furtherParts = [...(isImageSeparate ? [{ title, points: [], image }] : []), ...dataParts, ...imageParts];
  // A slide with the title alone, before the code or table of the page, would look empty.
  const isMainPartEmpty = points.length === 0 && mainPart.image === undefined;
  if (isMainPartEmpty && furtherParts.length > 0) return furtherParts;
  // One line above a listing, table or chart is the title of a page without a heading.
  const [line, ...otherLines] = points;
  const isLineTitle =
    title.plain === '' &&
    line !== undefined &&
    otherLines.length === 0 &&
    !image &&
    line.text.plain.length <= MAX_CHARACTERS_OF_LINE_UNDER_TITLE;
  if (isLineTitle && dataParts.length > 0) return furtherParts.map((part) => ({ ...part, title: line.text }));
  return [mainPart, ...furtherParts];
}
