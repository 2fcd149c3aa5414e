import type { DrawableItem } from '../drawable-items.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { isNumberText } from '../layout/short-texts.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { isDateOrPeriodText } from './is-date-or-period-text.ts';

/** The fields of a slide from which its items are drawn. */
export type ItemSourceFields = Pick<DrawableSlide, 'items' | 'bullet_points' | 'bullet_levels' | 'markup'>;

/** The fields for items, and the pictures of a slide. */
interface WithPictures<Picture> extends ItemSourceFields {
  image?: Picture | undefined;
  images?: readonly Picture[] | undefined;
  item_images?: readonly (Picture | undefined)[] | undefined;
}

/** An item with its picture; absent: it has none. */
export type ItemToDraw<Picture> = DrawableItem & { picture?: Picture | undefined };

/** The longest head of a point, in characters: a longer text before a colon or a dash is part of a sentence. */
const MAX_HEAD = 48;
/** A head that is marked as bold, and the rest of the point. */
const BOLD_HEAD = /^\*\*(?<head>[^*]+)\*\*\s*(?:[:.]|[—–-]\s)?\s*(?<rest>.*)$/su;
/** A head before a colon or a dash with spaces, and the rest. Between digits these signs belong to a time or a range. */
const PLAIN_HEAD = /^(?<head>(?:[^:：—–]|(?<=\p{Nd})[:–](?=\p{Nd}))+?)(?:[:：]\s+|\s+[—–-]\s+)(?<rest>\S.*)$/su;
/** The first words of a text that may be a number with its unit. */
const MAX_NUMBER_WORDS = 3;

/** Splits a point into its head and its text; the whole point is the head if it has no other. */
export function splitPointHead(point: string, markup: ItemSourceFields['markup']): { head: string; rest: string } {
  const bold = markup === 'inline' ? BOLD_HEAD.exec(point)?.groups : undefined;
  const { head = '', rest = '' } = bold ?? PLAIN_HEAD.exec(point)?.groups ?? {};
  if (head === '' || (!bold && head.length > MAX_HEAD)) return { head: point, rest: '' };
  return { head: normalizeDrawableText(head).replace(/:$/u, ''), rest: normalizeDrawableText(rest) };
}

/** Splits a text that starts with a number from the words after it; undefined if it does not. */
function numberBefore(text: string): { figure: string; rest: string } | undefined {
  const words = text.split(' ');
  for (let count = Math.min(MAX_NUMBER_WORDS, words.length); count > 0; count--) {
    const figure = words.slice(0, count).join(' ');
    if (isNumberText(figure.replaceAll(' ', '\u00a0'))) return { figure, rest: words.slice(count).join(' ') };
  }
  return undefined;
}

function itemOfPoint(point: string, layout: DrawnLayout, markup: ItemSourceFields['markup']): DrawableItem {
  const { head, rest } = splitPointHead(point, markup);
  const plain = withoutInlineMarks(head, markup);
  if (layout === 'timeline' && rest !== '' && isDateOrPeriodText(plain)) return { date: head, title: rest };
  const number = layout === 'stats' ? numberBefore(plain) : undefined;
  if (number) {
    const title = number.rest === '' ? rest : number.rest;
    return { figure: number.figure, title, ...(title === rest || rest === '' ? {} : { text: rest }) };
  }
  return rest === '' ? { title: head } : { title: head, text: rest };
}

/** The points as items; deeper points are lines of the text of the point above them. */
function itemsOfPoints(
  { bullet_points, bullet_levels = [], markup }: ItemSourceFields,
  layout: DrawnLayout,
): DrawableItem[] {
  const shown = bullet_points
    .map((point, index) => ({ text: normalizeDrawableText(point), level: bullet_levels[index] ?? 0 }))
    .filter(({ text }) => withoutInlineMarks(text, markup) !== '');
  const least = Math.min(...shown.map(({ level }) => level));
  const items: DrawableItem[] = [];
  for (const { text, level } of shown) {
    const above = items.at(-1);
    if (level > least && above) above.text = above.text === undefined ? text : `${above.text}\n${text}`;
    else items.push({ ...itemOfPoint(text, layout, markup) });
  }
  return items;
}

const isVisible = ({ title, text, figure, date, icon, picture }: ItemToDraw<unknown>): boolean =>
  picture !== undefined ||
  [title, text, figure, date, icon].some((each) => each !== undefined && normalizeDrawableText(each) !== '');

/** The items of a gallery: those that have pictures, or else the pictures of the slide with their captions as texts. */
function galleryItems<Picture extends { caption?: string | undefined }>(
  items: readonly ItemToDraw<Picture>[],
  { image, images = [] }: WithPictures<Picture>,
): ItemToDraw<Picture>[] {
  const withPictures = items.filter(({ picture }) => picture !== undefined);
  if (withPictures.length > 0) return withPictures;
  const pictures = [...(image ? [image] : []), ...images];
  return pictures.map((picture) => ({ title: '', text: picture.caption, picture }));
}

/** The items that a slide shows in a layout that draws items: its items, or else its points; in a gallery, its pictures. */
export function itemsToDraw<Picture extends { caption?: string | undefined }>(
  slide: WithPictures<Picture>,
  layout: DrawnLayout,
): ItemToDraw<Picture>[] {
  const { items = [], item_images = [] } = slide;
  const own = items.map((item, index) => ({ ...item, picture: item_images[index] })).filter(isVisible);
  if (layout === 'gallery') return galleryItems(own, slide);
  return items.length > 0 ? own : itemsOfPoints(slide, layout);
}
