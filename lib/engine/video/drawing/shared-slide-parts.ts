import type { PictureDimensions } from '../format.ts';
import { textsOfBuildParts } from './build-parts.ts';
import { morphableChartName } from './chart/morphable-chart.ts';
import { textsOfItem } from './drawable-items.ts';
import { itemsToDraw } from './items/points-as-items.ts';
import { chooseLayout, type LayoutFields, type LayoutPictureFields } from './layout/choose-layout.ts';
import { type DrawnLayout, doesLayoutShowImage, doesLayoutShowItems } from './layout/layout-facts.ts';
import { withoutInlineMarks } from './text/inline-markup.ts';
import { normalizeDrawableText } from './text/normalize-drawable-text.ts';
import type { TextDirection } from './text/writing-system.ts';

/** The fields of a slide that decide its parts; `Picture` is the form in which its pictures are known. */
export type SharablePartFields<Picture extends LayoutPictureFields> = LayoutFields & {
  image?: Picture | undefined;
  images?: readonly Picture[] | undefined;
  item_images?: readonly (Picture | undefined)[] | undefined;
  /** The direction in which its chart is drawn. */
  direction: TextDirection;
};

/** A part of a slide that others may show as well. Parts with the same key are the same. */
export interface KeyedSlidePart {
  key: string;
  /** Its share of the slide, next to its other parts: a point is 1. */
  weight: number;
}

/** Weights of the parts of a slide. */
const WEIGHTS = { title: 2, picture: 4, smallPicture: 1, item: 1, point: 1, graphic: 4 } as const;

const plainText = (text: string, { markup }: Pick<LayoutFields, 'markup'>): string =>
  normalizeDrawableText(withoutInlineMarks(text, markup));

/** The key of a title; undefined if the slide shows none. */
export function titlePartKey(slide: LayoutFields, layout: DrawnLayout): string | undefined {
  const title = plainText(slide.title, slide);
  return title === '' || layout === 'page' ? undefined : `title:${title}`;
}

/**
 * The keys of the items that a slide shows, in their order; empty if its layout shows none. Items with the same texts have the same key.
 */
export function itemPartKeys<Picture extends LayoutPictureFields>(
  slide: Omit<SharablePartFields<Picture>, 'direction'>,
  layout: DrawnLayout,
): string[] {
  if (!doesLayoutShowItems(layout)) return [];
  return itemsToDraw(slide, layout).map(
    (item) =>
      `item:${textsOfItem(item)
        .map((text) => plainText(text, slide))
        .join('\n')}`,
  );
}

/** The key of a chart whose marks can turn into those of another one in the same direction. @param name as by `morphableChartName` */
const chartPartKey = (name: string, direction: TextDirection): string => `${CHART_KEY}${direction} ${name}`;

const CHART_KEY = 'chart:';

/** Reports whether a part is a chart whose marks can turn into those of another one. */
export const isMorphableChartPart = ({ key }: KeyedSlidePart): boolean => key.startsWith(CHART_KEY);

/** The key of a picture. @param name the hash of its bytes */
export const picturePartKey = (name: string): string => `picture:${name}`;

/** The parts of a slide's content that appear with its points: items, points, or one table, chart or text of code. */
function contentParts<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  layout: DrawnLayout,
  size: PictureDimensions,
): KeyedSlidePart[] {
  const { table, chart, code } = slide;
  const name = layout === 'chart' && chart ? morphableChartName(chart) : undefined;
  if (name !== undefined) return [{ key: chartPartKey(name, slide.direction), weight: WEIGHTS.graphic }];
  const graphic = layout === 'table' ? table : layout === 'chart' ? chart : layout === 'code' ? code : undefined;
  if (graphic) return [{ key: `graphic:${JSON.stringify(graphic)}`, weight: WEIGHTS.graphic }];
  if (doesLayoutShowItems(layout)) return itemPartKeys(slide, layout).map((key) => ({ key, weight: WEIGHTS.item }));
  if (layout === 'page') return [];
  return textsOfBuildParts(slide, size).map((text) => ({
    key: `point:${normalizeDrawableText(text)}`,
    weight: WEIGHTS.point,
  }));
}

function pictureParts<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  layout: DrawnLayout,
  nameOf: (picture: Picture) => string,
): KeyedSlidePart[] {
  if (doesLayoutShowImage(layout))
    return slide.image ? [{ key: picturePartKey(nameOf(slide.image)), weight: WEIGHTS.picture }] : [];
  if (!doesLayoutShowItems(layout)) return [];
  return itemsToDraw(slide, layout).flatMap(({ picture }) =>
    picture ? [{ key: picturePartKey(nameOf(picture)), weight: WEIGHTS.smallPicture }] : [],
  );
}

/**
 * The parts of a slide that a neighbour may share. Pure.
 * @param revealed the number of visible parts of its content; with fewer than all, its content is not counted
 * @param nameOf the hash of a picture
 */
export function sharablePartsOfSlide<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  size: PictureDimensions,
  nameOf: (picture: Picture) => string,
  revealed = Number.POSITIVE_INFINITY,
): KeyedSlidePart[] {
  const layout = chooseLayout(slide, size);
  const title = titlePartKey(slide, layout);
  const isWhole = revealed >= textsOfBuildParts(slide, size).length;
  return [
    ...(title === undefined ? [] : [{ key: title, weight: WEIGHTS.title }]),
    ...(isWhole || doesLayoutShowImage(layout) ? pictureParts(slide, layout, nameOf) : []),
    ...(isWhole ? contentParts(slide, layout, size) : []),
  ];
}

const weightOf = (parts: readonly KeyedSlidePart[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

/** The parts of one slide that another shares, each once: by its key. Pure. */
export function sharedSlideParts(from: readonly KeyedSlidePart[], to: readonly KeyedSlidePart[]): KeyedSlidePart[] {
  const free = new Map<string, number>();
  for (const { key } of to) free.set(key, (free.get(key) ?? 0) + 1);
  return from.filter(({ key }) => {
    const left = free.get(key) ?? 0;
    free.set(key, left - 1);
    return left > 0;
  });
}

/** The share of two slides that is the same: 0 nothing, 1 everything. Pure. */
export function similarityOfSlides(from: readonly KeyedSlidePart[], to: readonly KeyedSlidePart[]): number {
  const all = weightOf(from) + weightOf(to);
  return all === 0 ? 0 : (2 * weightOf(sharedSlideParts(from, to))) / all;
}
