import type { DrawableItem } from '../drawable-items.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { isNumberText } from '../layout/short-texts.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { isDateOrPeriodText } from './is-date-or-period-text.ts';

/** The fields of a slide from which its items are drawn. */
export type ItemSourceFields = Pick<DrawableSlide, 'items' | 'bullet_points' | 'bullet_levels' | 'markup'>;

/** The fields from which items are drawn, and the pictures of a slide. */
interface ItemFieldsWithPictures<Picture> extends ItemSourceFields {
  image?: Picture | undefined;
  images?: readonly Picture[] | undefined;
  item_images?: readonly (Picture | undefined)[] | undefined;
}

/** An item with its picture; absent: it has none. */
export type ItemToDraw<Picture> = DrawableItem & { picture?: Picture | undefined };

/** The longest head of a point, in characters: a longer text before a colon or a dash is part of a sentence. */
const MAX_HEAD_CHARACTERS = 48;
/** A point with a head that is marked as bold: the head, and the rest. */
const BOLD_HEAD_PATTERN = /^\*\*(?<head>[^*]+)\*\*\s*(?:[:.]|[—–-]\s)?\s*(?<rest>.*)$/su;
/** A point with a head before a colon or a dash with spaces. Between digits these signs belong to a time or a range. */
const PLAIN_HEAD_PATTERN = /^(?<head>(?:[^:：—–]|(?<=\p{Nd})[:–](?=\p{Nd}))+?)(?:[:：]\s+|\s+[—–-]\s+)(?<rest>\S.*)$/su;
/** The largest number of words of a number with its unit at the start of a text. */
const MAX_NUMBER_WORDS = 3;

/** Splits a point into its head and the text after it. For a point without such parts, `head` is the whole point, and `rest` is ''. */
export function splitPointHead(point: string, markup: ItemSourceFields['markup']): { head: string; rest: string } {
  const boldGroups = markup === 'inline' ? BOLD_HEAD_PATTERN.exec(point)?.groups : undefined;
  const { head = '', rest = '' } = boldGroups ?? PLAIN_HEAD_PATTERN.exec(point)?.groups ?? {};
  if (head === '' || (!boldGroups && head.length > MAX_HEAD_CHARACTERS)) return { head: point, rest: '' };
  return { head: normalizeDrawableText(head).replace(/:$/u, ''), rest: normalizeDrawableText(rest) };
}

/** Splits a text into the number at its start and the words after it; undefined if it does not start with a number. */
function splitNumber(text: string): { figure: string; rest: string } | undefined {
  const words = text.split(' ');
  for (let count = Math.min(MAX_NUMBER_WORDS, words.length); count > 0; count--) {
    const figure = words.slice(0, count).join(' ');
    if (isNumberText(figure.replaceAll(' ', '\u00a0'))) return { figure, rest: words.slice(count).join(' ') };
  }
  return undefined;
}

/** The item of a point: with a date in a timeline, and a figure among figures, if it has one. */
function itemOfPoint(point: string, layout: DrawnLayout, markup: ItemSourceFields['markup']): DrawableItem {
  const { head, rest } = splitPointHead(point, markup);
  const plainHead = withoutInlineMarks(head, markup);
  if (layout === 'timeline' && rest !== '' && isDateOrPeriodText(plainHead)) return { date: head, title: rest };
  const split = layout === 'stats' ? splitNumber(plainHead) : undefined;
  if (split) {
    const title = split.rest === '' ? rest : split.rest;
    return { figure: split.figure, title, ...(title === rest || rest === '' ? {} : { text: rest }) };
  }
  return rest === '' ? { title: head } : { title: head, text: rest };
}

/** The points as items; deeper points are lines of the text of the point above them. */
function itemsOfPoints(
  { bullet_points, bullet_levels = [], markup }: ItemSourceFields,
  layout: DrawnLayout,
): DrawableItem[] {
  const visiblePoints = bullet_points
    .map((point, index) => ({ text: normalizeDrawableText(point), level: bullet_levels[index] ?? 0 }))
    .filter(({ text }) => withoutInlineMarks(text, markup) !== '');
  const topLevel = Math.min(...visiblePoints.map(({ level }) => level));
  const items: DrawableItem[] = [];
  for (const { text, level } of visiblePoints) {
    const itemAbove = items.at(-1);
    if (level > topLevel && itemAbove)
      itemAbove.text = itemAbove.text === undefined ? text : `${itemAbove.text}\n${text}`;
    else items.push({ ...itemOfPoint(text, layout, markup) });
  }
  return items;
}

/** Reports whether an item has anything to show. */
const isVisible = ({ title, text, figure, date, icon, picture }: ItemToDraw<unknown>): boolean =>
  picture !== undefined ||
  [title, text, figure, date, icon].some((part) => part !== undefined && normalizeDrawableText(part) !== '');

/** The items of a gallery: those that have pictures, or else the pictures of the slide with their captions as texts. */
function galleryItems<Picture extends { caption?: string | undefined }>(
  items: readonly ItemToDraw<Picture>[],
  { image, images = [] }: ItemFieldsWithPictures<Picture>,
): ItemToDraw<Picture>[] {
  const itemsWithPictures = items.filter(({ picture }) => picture !== undefined);
  if (itemsWithPictures.length > 0) return itemsWithPictures;
  const pictures = [...(image ? [image] : []), ...images];
  return pictures.map((picture) => ({ title: '', text: picture.caption, picture }));
}

/** The items that a slide shows in a layout that draws items: its items, or else its points; in a gallery, its pictures. */
export function itemsToDraw<Picture extends { caption?: string | undefined }>(
  slide: ItemFieldsWithPictures<Picture>,
  layout: DrawnLayout,
): ItemToDraw<Picture>[] {
  const { items = [], item_images = [] } = slide;
  const visibleItems = items.map((item, index) => ({ ...item, picture: item_images[index] })).filter(isVisible);
  if (layout === 'gallery') return galleryItems(visibleItems, slide);
  return items.length > 0 ? visibleItems : itemsOfPoints(slide, layout);
}
