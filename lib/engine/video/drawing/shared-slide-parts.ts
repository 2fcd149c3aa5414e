import type { PictureDimensions } from '../format.ts';
import { textsOfBuildParts } from './build-parts.ts';
import { morphableChartName } from './chart/morphable-chart.ts';
import { textsOfItem } from './drawable-items.ts';
import { itemsToDraw } from './items/points-as-items.ts';
import { chooseLayout, type LayoutDecidingFields, type LayoutPictureFields } from './layout/choose-layout.ts';
import { type DrawnLayout, doesLayoutShowImage, doesLayoutShowItems } from './layout/layout-facts.ts';
import { withoutInlineMarks } from './text/inline-markup.ts';
import { normalizeDrawableText } from './text/normalize-drawable-text.ts';
import type { TextDirection } from './text/writing-system.ts';

/** The fields of a slide that decide its parts; `Picture` is the form in which its pictures are known. */
export type SharablePartFields<Picture extends LayoutPictureFields> = LayoutDecidingFields & {
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

/** Weights of the parts of a slide, as shares of the slide: a point is 1. */
const WEIGHTS = { title: 2, picture: 4, smallPicture: 1, item: 1, point: 1, graphic: 4 } as const;

const plainText = (text: string, { markup }: Pick<LayoutDecidingFields, 'markup'>): string =>
  normalizeDrawableText(withoutInlineMarks(text, markup));

/** The key of a title; undefined if the slide shows none. */
export function partKeyOfTitle(slide: LayoutDecidingFields, layout: DrawnLayout): string | undefined {
  const title = plainText(slide.title, slide);
  return title === '' || layout === 'page' ? undefined : `title:${title}`;
}

/**
 * The keys of the items that a slide shows, in their order; empty if its layout shows none. Items with the same texts have the same key.
 */
export function partKeysOfItems<Picture extends LayoutPictureFields>(
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
export const isPartMorphableChart = ({ key }: KeyedSlidePart): boolean => key.startsWith(CHART_KEY);

/** The key of a picture. @param hash of its bytes */
export const partKeyOfPicture = (hash: string): string => `picture:${hash}`;

/** The parts of a slide's content that appear with its points: items, points, or one table, chart or text of code. */
function contentParts<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  layout: DrawnLayout,
  size: PictureDimensions,
): KeyedSlidePart[] {
  const { table, chart, code } = slide;
  const chartName = layout === 'chart' && chart ? morphableChartName(chart) : undefined;
  if (chartName !== undefined) return [{ key: chartPartKey(chartName, slide.direction), weight: WEIGHTS.graphic }];
  const graphic = layout === 'table' ? table : layout === 'chart' ? chart : layout === 'code' ? code : undefined;
  if (graphic) return [{ key: `graphic:${JSON.stringify(graphic)}`, weight: WEIGHTS.graphic }];
  if (doesLayoutShowItems(layout)) return partKeysOfItems(slide, layout).map((key) => ({ key, weight: WEIGHTS.item }));
  if (layout === 'page') return [];
  return textsOfBuildParts(slide, size).map((text) => ({
    key: `point:${normalizeDrawableText(text)}`,
    weight: WEIGHTS.point,
  }));
}

function pictureParts<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  layout: DrawnLayout,
  hashOf: (picture: Picture) => string,
): KeyedSlidePart[] {
  if (doesLayoutShowImage(layout))
    return slide.image ? [{ key: partKeyOfPicture(hashOf(slide.image)), weight: WEIGHTS.picture }] : [];
  if (!doesLayoutShowItems(layout)) return [];
  return itemsToDraw(slide, layout).flatMap(({ picture }) =>
    picture ? [{ key: partKeyOfPicture(hashOf(picture)), weight: WEIGHTS.smallPicture }] : [],
  );
}

/**
 * The parts of a slide that a neighbour may share. Pure.
 * @param revealed the number of visible parts of its content; with fewer than all, its content is not counted
 * @param hashOf the hash of a picture's bytes
 */
export function partsSharableBetweenSlides<Picture extends LayoutPictureFields>(
  slide: SharablePartFields<Picture>,
  size: PictureDimensions,
  hashOf: (picture: Picture) => string,
  revealed = Number.POSITIVE_INFINITY,
): KeyedSlidePart[] {
  const layout = chooseLayout(slide, size);
  const titleKey = partKeyOfTitle(slide, layout);
  const isFullyRevealed = revealed >= textsOfBuildParts(slide, size).length;
  return [
    ...(titleKey === undefined ? [] : [{ key: titleKey, weight: WEIGHTS.title }]),
    ...(isFullyRevealed || doesLayoutShowImage(layout) ? pictureParts(slide, layout, hashOf) : []),
    ...(isFullyRevealed ? contentParts(slide, layout, size) : []),
  ];
}

const totalWeightOf = (parts: readonly KeyedSlidePart[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

/** The parts of `from` with the key of a part of `to`; each part of `to` is the counterpart of one part at most. Pure. */
export function sharedSlideParts(from: readonly KeyedSlidePart[], to: readonly KeyedSlidePart[]): KeyedSlidePart[] {
  const unmatchedCounts = new Map<string, number>();
  for (const { key } of to) unmatchedCounts.set(key, (unmatchedCounts.get(key) ?? 0) + 1);
  return from.filter(({ key }) => {
    const unmatchedCount = unmatchedCounts.get(key) ?? 0;
    unmatchedCounts.set(key, unmatchedCount - 1);
    return unmatchedCount > 0;
  });
}

/** The share of the weights of two slides' parts that both slides have: 0 nothing, 1 everything. Pure. */
export function similarityOfSlides(from: readonly KeyedSlidePart[], to: readonly KeyedSlidePart[]): number {
  const totalWeight = totalWeightOf(from) + totalWeightOf(to);
  return totalWeight === 0 ? 0 : (2 * totalWeightOf(sharedSlideParts(from, to))) / totalWeight;
}
