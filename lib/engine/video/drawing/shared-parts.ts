import type { Size } from '../format.ts';
import { buildParts } from './build-parts.ts';
import { itemTexts } from './drawable-items.ts';
import { shownItems } from './items/points-as-items.ts';
import { chooseLayout, type LayoutFields, type PictureFacts } from './layout/choose-layout.ts';
import { type DrawnLayout, showsImage, showsItems } from './layout/layout-facts.ts';
import { cleanText } from './text/clean-text.ts';
import { withoutMarks } from './text/inline-markup.ts';

/** The fields of a slide that decide its parts; `Picture` is the form in which its pictures are known. */
export type PartFields<Picture extends PictureFacts> = LayoutFields & {
  image?: Picture | undefined;
  images?: readonly Picture[] | undefined;
  item_images?: readonly (Picture | undefined)[] | undefined;
};

/** A part of a slide that others may show as well. Parts with the same key are the same. */
export interface SharedPart {
  key: string;
  /** Its share of the slide, next to its other parts: a point is 1. */
  weight: number;
}

/** Weights of the parts of a slide. */
const WEIGHTS = { title: 2, picture: 4, smallPicture: 1, item: 1, point: 1, graphic: 4 } as const;

const plainText = (text: string, { markup }: Pick<LayoutFields, 'markup'>): string =>
  cleanText(withoutMarks(text, markup));

/** The key of a title; undefined if the slide shows none. */
export function titleKey(slide: LayoutFields, layout: DrawnLayout): string | undefined {
  const title = plainText(slide.title, slide);
  return title === '' || layout === 'page' ? undefined : `title:${title}`;
}

/**
 * The keys of the items that a slide shows, in their order; empty if its layout shows none. Items with the same texts have the same key.
 */
export function itemKeys<Picture extends PictureFacts>(slide: PartFields<Picture>, layout: DrawnLayout): string[] {
  if (!showsItems(layout)) return [];
  return shownItems(slide, layout).map(
    (item) =>
      `item:${itemTexts(item)
        .map((text) => plainText(text, slide))
        .join('\n')}`,
  );
}

/** The key of a picture. @param name the hash of its bytes */
export const pictureKey = (name: string): string => `picture:${name}`;

/** The parts of a slide's content that appear with its points: items, points, or one table, chart or text of code. */
function contentParts<Picture extends PictureFacts>(
  slide: PartFields<Picture>,
  layout: DrawnLayout,
  size: Size,
): SharedPart[] {
  const { table, chart, code } = slide;
  const graphic = layout === 'table' ? table : layout === 'chart' ? chart : layout === 'code' ? code : undefined;
  if (graphic) return [{ key: `graphic:${JSON.stringify(graphic)}`, weight: WEIGHTS.graphic }];
  if (showsItems(layout)) return itemKeys(slide, layout).map((key) => ({ key, weight: WEIGHTS.item }));
  if (layout === 'page') return [];
  return buildParts(slide, size).map((text) => ({ key: `point:${cleanText(text)}`, weight: WEIGHTS.point }));
}

function pictureParts<Picture extends PictureFacts>(
  slide: PartFields<Picture>,
  layout: DrawnLayout,
  nameOf: (picture: Picture) => string,
): SharedPart[] {
  if (showsImage(layout)) return slide.image ? [{ key: pictureKey(nameOf(slide.image)), weight: WEIGHTS.picture }] : [];
  if (!showsItems(layout)) return [];
  return shownItems(slide, layout).flatMap(({ picture }) =>
    picture ? [{ key: pictureKey(nameOf(picture)), weight: WEIGHTS.smallPicture }] : [],
  );
}

/**
 * The parts of a slide that a neighbour may share. Pure.
 * @param revealed the number of visible parts of its content; with fewer than all, its content is not counted
 * @param nameOf the hash of a picture
 */
export function partsOfSlide<Picture extends PictureFacts>(
  slide: PartFields<Picture>,
  size: Size,
  nameOf: (picture: Picture) => string,
  revealed = Number.POSITIVE_INFINITY,
): SharedPart[] {
  const layout = chooseLayout(slide, size);
  const title = titleKey(slide, layout);
  const isWhole = revealed >= buildParts(slide, size).length;
  return [
    ...(title === undefined ? [] : [{ key: title, weight: WEIGHTS.title }]),
    ...(isWhole || showsImage(layout) ? pictureParts(slide, layout, nameOf) : []),
    ...(isWhole ? contentParts(slide, layout, size) : []),
  ];
}

const weightOf = (parts: readonly SharedPart[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

/** The parts of one slide that another shares, each once: by its key. Pure. */
export function sharedParts(from: readonly SharedPart[], to: readonly SharedPart[]): SharedPart[] {
  const free = new Map<string, number>();
  for (const { key } of to) free.set(key, (free.get(key) ?? 0) + 1);
  return from.filter(({ key }) => {
    const left = free.get(key) ?? 0;
    free.set(key, left - 1);
    return left > 0;
  });
}

/** The share of two slides that is the same: 0 nothing, 1 everything. Pure. */
export function sharedShare(from: readonly SharedPart[], to: readonly SharedPart[]): number {
  const all = weightOf(from) + weightOf(to);
  return all === 0 ? 0 : (2 * weightOf(sharedParts(from, to))) / all;
}
