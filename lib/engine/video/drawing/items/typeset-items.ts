import type { SlideTemplate, TextStyle } from '../design.ts';
import type { DrawableItem } from '../drawable-items.ts';
import { textsOfItem } from '../drawable-items.ts';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { iconForWords } from '../icons/icon-for-words.ts';
import type { LoadIconDrawings } from '../layout/graphic-content.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { numberInDigitsOf } from '../text/numbered-point-labels.ts';
import { splitGraphemes } from '../text/text-runs.ts';
import type { SlideTextContext, TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import { allowsLetterSpacingAndSlant, type TextDirection } from '../text/writing-system.ts';
import type { ItemLine, ItemLineMark, TypesetItem } from './item-model.ts';
import { itemTextStyles } from './item-text-styles.ts';
import type { ItemToDraw } from './points-as-items.ts';

/** Signs at the start of a line that make it a pro or a con. */
const LINE_SIGNS: readonly (readonly [RegExp, ItemLineMark])[] = [
  [/^(?:\+|✓|✔|✅)\s*/u, 'pro'],
  [/^(?:[-−–]|✗|✘|❌|×)\s+/u, 'con'],
  [/^(?:[•*·])\s+/u, 'point'],
];

/** A line without the sign at its start, and the mark that the sign stands for. */
function markedLine(line: string): { text: string; mark: ItemLineMark | undefined } {
  const found = LINE_SIGNS.find(([sign]) => sign.test(line));
  return found ? { text: line.replace(found[0], ''), mark: found[1] } : { text: line, mark: undefined };
}

/** First letters of the first and the last word: `Ada King Lovelace` becomes `AL`. */
function initialsOf(title: string): string {
  const words = title.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .flatMap((word) => (word === undefined ? [] : (splitGraphemes(word.replace(/^[^\p{L}]+/u, ''))[0] ?? [])))
    .join('')
    .toUpperCase();
}

const lettersOf = (texts: readonly string[]): string =>
  [...new Set(texts.filter(allowsLetterSpacingAndSlant).join(''))].join('');

/** The items with their lines, clean. */
interface CleanItem {
  item: DrawableItem;
  lines: { text: string; mark: ItemLineMark | undefined }[];
}

function cleanItem(item: DrawableItem, layout: DrawnLayout): CleanItem {
  const lines = (item.text ?? '')
    .split('\n')
    .map(normalizeDrawableText)
    .filter((line) => line !== '')
    .map(markedLine);
  const isList = layout === 'comparison' && lines.length > 1;
  return { item, lines: lines.map(({ text, mark }) => ({ text, mark: mark ?? (isList ? 'point' : undefined) })) };
}

/** The icon of an item whose title suggests none, next to items that have icons. */
const USUAL_ICON = 'circle-dot';

/**
 * The shapes of the icons of items. If one item has an icon, the others get icons for the words of their titles. Without `loadIcons` they
 * are empty: measuring needs only their places.
 */
async function iconsOf(
  items: readonly DrawableItem[],
  plain: (text: string) => string,
  loadIcons: LoadIconDrawings | undefined,
): Promise<(string | undefined)[]> {
  if (!items.some(({ icon }) => icon)) return items.map(() => undefined);
  const iconDrawing = await loadIcons?.();
  const shapesOf = (name: string): string => iconDrawing?.(name) ?? iconDrawing?.(USUAL_ICON) ?? '';
  return items.map(({ icon, title }) => shapesOf(icon ?? iconForWords(plain(title)) ?? USUAL_ICON));
}

/** Chooses the fonts of the texts of items. */
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
  const plain = (text: string): string => withoutInlineMarks(normalizeDrawableText(text), markup);
  const all = items.flatMap((item) => textsOfItem(item).map(plain));
  // All titles have one face, and so have all texts.
  const together = (texts: readonly string[]): SlideTextContext => ({
    ...{ language, text: all.join(' '), direction, markup },
    sameFaceTexts: [lettersOf(texts)],
  });
  const inTitles = together(items.map(({ title }) => plain(title)));
  const inTexts = together(items.map(({ text }) => plain(text ?? '')));
  const inFigures: SlideTextContext = { ...together([]), markup: undefined };

  const setIf = async (
    text: string | undefined,
    style: TextStyle,
    context: SlideTextContext,
  ): Promise<TypesetParagraph | undefined> => {
    const clean = normalizeDrawableText(text ?? '');
    return clean === '' ? undefined : typesetParagraph(clean, style, context);
  };
  const setFigure = async (text: string | undefined, style: TextStyle): Promise<TypesetParagraph | undefined> => {
    const paragraph = await setIf(text, style, inFigures);
    return paragraph && { ...paragraph, isTabular: true };
  };
  const setLine = async ({ text, mark }: CleanItem['lines'][number]): Promise<ItemLine> => ({
    paragraph: await typesetParagraph(text, styles.text, inTexts),
    mark,
  });
  const icons = await iconsOf(items, plain, loadIcons);
  return Promise.all(
    items.map(async (item, index): Promise<TypesetItem> => {
      const { lines } = cleanItem(item, layout);
      return {
        title: await setIf(item.title, styles.title, inTitles),
        lines: await Promise.all(lines.map(setLine)),
        figure: await setFigure(item.figure, styles.figure),
        date: await setFigure(item.date, styles.date),
        number: await typesetParagraph(numberInDigitsOf(language, item.number ?? index + 1), styles.date, {
          ...inFigures,
          direction: 'ltr',
        }),
        initials: layout === 'team' ? await setIf(initialsOf(plain(item.title)), styles.date, inFigures) : undefined,
        icon: icons[index],
        picture: item.picture,
        isHighlighted: item.highlight === true,
      };
    }),
  );
}

/** All text of items that may be drawn. */
export const itemParagraphs = (items: readonly TypesetItem[]): TypesetParagraph[] =>
  items
    .flatMap(({ title, lines, figure, date, number, initials }) => [
      title,
      ...lines.map(({ paragraph }) => paragraph),
      ...[figure, date, number, initials],
    ])
    .filter((each) => each !== undefined);
