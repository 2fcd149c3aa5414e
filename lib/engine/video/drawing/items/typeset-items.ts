import type { SlideTemplate, TextStyle } from '../design.ts';
import type { DrawableItem } from '../drawable-items.ts';
import { textsOfItem } from '../drawable-items.ts';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { iconForWords } from '../icons/icon-for-words.ts';
import type { LoadIconDrawings } from '../layout/graphic-content.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { formatNumberInNativeDigits } from '../text/numbered-point-labels.ts';
import { splitGraphemes } from '../text/text-runs.ts';
import type { SlideTextContext, TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import { allowsLetterSpacingAndSlant, type TextDirection } from '../text/writing-system.ts';
import type { ComparisonLineMark, ItemLine, TypesetItem } from './item-model.ts';
import { itemTextStyles } from './item-text-styles.ts';
import type { ItemToDraw } from './points-as-items.ts';

/** Signs at the start of a line, and the mark that each stands for. */
const LINE_SIGNS: readonly (readonly [RegExp, ComparisonLineMark])[] = [
  [/^(?:\+|✓|✔|✅)\s*/u, 'pro'],
  [/^(?:[-−–]|✗|✘|❌|×)\s+/u, 'con'],
  [/^(?:[•*·])\s+/u, 'point'],
];

/** A line without the sign at its start, and the mark that the sign stands for. */
function splitLineMark(line: string): CleanLine {
  const lineSign = LINE_SIGNS.find(([sign]) => sign.test(line));
  return lineSign ? { text: line.replace(lineSign[0], ''), mark: lineSign[1] } : { text: line, mark: undefined };
}

/** First letters of the first and the last word, in upper case: `Ada King Lovelace` becomes `AL`. */
function initialsOf(title: string): string {
  const words = title.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .flatMap((word) => (word === undefined ? [] : (splitGraphemes(word.replace(/^[^\p{L}]+/u, ''))[0] ?? [])))
    .join('')
    .toUpperCase();
}

/** The different letters of the texts in scripts that allow letter spacing: their common face must have all of them. */
const distinctLettersOf = (texts: readonly string[]): string =>
  [...new Set(texts.filter(allowsLetterSpacingAndSlant).join(''))].join('');

/** A line of an item: normalized text without the sign of its mark. */
interface CleanLine {
  text: string;
  mark: ComparisonLineMark | undefined;
}

/** The lines of an item's text. In a comparison, several lines without signs have the mark `point`. */
function cleanLinesOf(item: DrawableItem, layout: DrawnLayout): CleanLine[] {
  const lines = (item.text ?? '')
    .split('\n')
    .map(normalizeDrawableText)
    .filter((line) => line !== '')
    .map(splitLineMark);
  const isList = layout === 'comparison' && lines.length > 1;
  return lines.map(({ text, mark }) => ({ text, mark: mark ?? (isList ? 'point' : undefined) }));
}

/** The icon of an item without one next to items with icons, if its title suggests none, and of an item whose icon does not exist. */
const DEFAULT_ICON = 'circle-dot';

/**
 * The shapes of the icons of items. If one item has an icon, the others get icons for the words of their titles. Without `loadIcons` they
 * are empty: measuring needs only their places.
 */
async function iconsOf(
  items: readonly DrawableItem[],
  plainText: (text: string) => string,
  loadIcons: LoadIconDrawings | undefined,
): Promise<(string | undefined)[]> {
  if (!items.some(({ icon }) => icon)) return items.map(() => undefined);
  const iconDrawing = await loadIcons?.();
  const iconShapes = (name: string): string => iconDrawing?.(name) ?? iconDrawing?.(DEFAULT_ICON) ?? '';
  return items.map(({ icon, title }) => iconShapes(icon ?? iconForWords(plainText(title)) ?? DEFAULT_ICON));
}

/**
 * Prepares items for drawing: cleans their texts, splits them into lines with marks, chooses fonts, and adds numbers, initials and icons.
 * @param loadIcons absent when items are only measured
 */
export async function typesetItems(
  items: readonly ItemToDraw<DrawableImage>[],
  layout: DrawnLayout,
  { language, markup }: Pick<DrawableSlide, 'language' | 'markup'>,
  template: SlideTemplate,
  direction: TextDirection,
  { typesetParagraph }: Typesetter,
  loadIcons?: LoadIconDrawings,
): Promise<TypesetItem[]> {
  const styles = itemTextStyles(template);
  const plainText = (text: string): string => withoutInlineMarks(normalizeDrawableText(text), markup);
  const allTexts = items.flatMap((item) => textsOfItem(item).map(plainText));
  // All titles share a face, and so do all texts: each of the two faces must have all letters.
  const contextFor = (texts: readonly string[]): SlideTextContext => ({
    language,
    text: allTexts.join(' '),
    direction,
    markup,
    sameFaceTexts: [distinctLettersOf(texts)],
  });
  const titleContext = contextFor(items.map(({ title }) => plainText(title)));
  const textContext = contextFor(items.map(({ text }) => plainText(text ?? '')));
  const figureContext: SlideTextContext = { ...contextFor([]), markup: undefined };

  const typesetIfAny = async (
    text: string | undefined,
    style: TextStyle,
    context: SlideTextContext,
  ): Promise<TypesetParagraph | undefined> => {
    const normalizedText = normalizeDrawableText(text ?? '');
    return normalizedText === '' ? undefined : typesetParagraph(normalizedText, style, context);
  };
  const typesetFigure = async (text: string | undefined, style: TextStyle): Promise<TypesetParagraph | undefined> => {
    const paragraph = await typesetIfAny(text, style, figureContext);
    return paragraph && { ...paragraph, isTabular: true };
  };
  const typesetLine = async ({ text, mark }: CleanLine): Promise<ItemLine> => ({
    paragraph: await typesetParagraph(text, styles.text, textContext),
    mark,
  });
  const icons = await iconsOf(items, plainText, loadIcons);
  return Promise.all(
    items.map(async (item, index): Promise<TypesetItem> => {
      const lines = cleanLinesOf(item, layout);
      return {
        title: await typesetIfAny(item.title, styles.title, titleContext),
        lines: await Promise.all(lines.map(typesetLine)),
        figure: await typesetFigure(item.figure, styles.figure),
        date: await typesetFigure(item.date, styles.date),
        number: await typesetParagraph(formatNumberInNativeDigits(language, item.number ?? index + 1), styles.date, {
          ...figureContext,
          direction: 'ltr',
        }),
        initials:
          layout === 'team'
            ? await typesetIfAny(initialsOf(plainText(item.title)), styles.date, figureContext)
            : undefined,
        icon: icons[index],
        picture: item.picture,
        isHighlighted: item.highlight === true,
      };
    }),
  );
}

/** All paragraphs of items. */
export const itemParagraphs = (items: readonly TypesetItem[]): TypesetParagraph[] =>
  items
    .flatMap(({ title, lines, figure, date, number, initials }) => [
      title,
      ...lines.map(({ paragraph }) => paragraph),
      figure,
      date,
      number,
      initials,
    ])
    .filter((paragraph) => paragraph !== undefined);
