import type { DrawableImage } from '../drawable-slide.ts';
import type { GraphicFrame } from '../layout/graphic-content.ts';
import { nearestEvenPixels, roundedDownToEven } from '../layout/image-placement.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import {
  cutTextStack,
  measureTextStackWidths,
  type SizedTextStack,
  sizeTextStacks,
  type TextStack,
  textStackFirstLineHeight,
} from './fit-stacks.ts';
import { galleryImageRatios, widenedGalleryRatios } from './gallery-ratios.ts';
import { arrangeGalleryRows, type GalleryRows } from './gallery-rows.ts';
import { itemLook } from './item-look.ts';
import type { ArrangedItems, PlacedItemElement, TypesetItem } from './item-model.ts';
import { textStackElements } from './text-stack-elements.ts';

/** A picture with the text under it. */
interface Shown {
  /** Index of the item with which it appears. */
  item: number;
  image: DrawableImage;
  stack: TextStack;
}

/** Lengths, fractions of the unit. */
const GAPS = { across: 0.026, down: 0.034, caption: 0.014 };
/** Sizes of titles under few pictures and under more of them, as multiples of the smallest size of a slide. */
const TITLES = { few: 1.22, more: 1.02, fewUpTo: 4 };
/** The largest part of the room that the texts under the pictures of all rows may take. */
const MAX_TEXT = 0.34;
/** The number of lines that always have room. */
const MIN_LINES = 2;
/** The most by which a picture is enlarged on a slide whose short side has 1080 pixels. */
const MAX_ENLARGED = 2 / 1080;
/** The most times that texts are measured, because their widths follow from the heights of others. */
const PASSES = 8;

/** Space that the line around a picture takes on each side, in pixels. */
function frameSpace({ template: { image }, unit }: GraphicFrame): { by: number; thickness: number } {
  const { frame } = image;
  if (!frame) return { by: 0, thickness: 0 };
  const thickness = Math.max(1, Math.round(frame.thickness * unit));
  return { by: Math.round(frame.offset * unit) + thickness, thickness };
}

/** The picture, and the line around it. @param radius of its corners, in pixels */
function picturePieces(
  { item, image }: Shown,
  box: PlacedItemElement['box'],
  radius: number,
  frame: GraphicFrame,
): PlacedItemElement[] {
  const line = frame.template.image.frame;
  const { by, thickness } = frameSpace(frame);
  const around = { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
  const style = line && {
    borderWidth: thickness,
    borderStyle: 'solid',
    borderColor: line.color,
    borderRadius: radius === 0 ? 0 : radius + by,
  };
  return [
    ...(style ? [{ item, kind: 'shape' as const, box: around, style }] : []),
    { item, kind: 'picture', box, image, radius, isOutlined: !line && image.fit === 'contain' },
  ];
}

/** The heights of the texts of each row: that of its highest text, at most `most`. */
const textHeights = (rows: GalleryRows, stacks: readonly SizedTextStack[], most: number, gap: number): number[] =>
  rows.rows.map(({ pictures }) => {
    const height = Math.max(...pictures.map(({ index }) => stacks[index]?.height ?? 0));
    return height === 0 ? 0 : Math.min(height, most) + gap;
  });

/** The room of the pictures within the lines around them, and the spaces between them; pixels. */
function galleryRoom(frame: GraphicFrame) {
  const { room, unit } = frame;
  const { by } = frameSpace(frame);
  return {
    by,
    /** Between a picture and the text below it. */
    gap: Math.round(GAPS.caption * unit) + by,
    inner: { width: room.width - 2 * by, height: room.height - 2 * by },
    spaces: { across: Math.round(GAPS.across * unit) + 2 * by, down: Math.round(GAPS.down * unit) + 2 * by },
  };
}

type GalleryRoom = ReturnType<typeof galleryRoom>;

/**
 * Divides the pictures among rows, which fill the width of the room if that crops photographs little.
 * @param text the height of the text below each row, in pixels
 */
function rowsIn({ inner, spaces }: GalleryRoom, images: readonly DrawableImage[], text: number, unit: number) {
  const rowsOf = (ratios: readonly number[]): GalleryRows => {
    const pictures = images.map((image, index) => {
      const ratio = ratios[index] ?? 1;
      return { ratio, most: Math.min(image.height, image.width / ratio) * MAX_ENLARGED * unit };
    });
    return arrangeGalleryRows(pictures, inner, spaces, text);
  };
  const usual = galleryImageRatios(images);
  return rowsOf(widenedGalleryRatios(rowsOf(usual), images, usual, { width: inner.width, across: spaces.across }));
}

/** Rows with the texts below them; pixels. */
interface RowsWithTexts {
  rows: GalleryRows;
  /** The height below each row, with the gap above its texts. */
  texts: readonly number[];
  stacks: readonly SizedTextStack[];
}

/** Gives the texts below the rows their heights. Widths of pictures follow from these, and heights of texts from widths. */
async function withTextsBelow(
  first: GalleryRows,
  line: number,
  { inner, gap }: GalleryRoom,
  sizeIn: (widths: readonly number[]) => Promise<SizedTextStack[]>,
): Promise<RowsWithTexts> {
  const stacksIn = ({ rows: all }: GalleryRows): Promise<SizedTextStack[]> =>
    sizeIn(all.flatMap((row) => row.pictures.map(({ width }) => Math.max(1, Math.round(width)))));
  let rows = first;
  let texts = rows.rows.map(() => line);
  for (let pass = 0; pass < PASSES; pass++) {
    const stacks = await stacksIn(rows);
    const ofRow = Math.floor((MAX_TEXT * inner.height) / rows.rows.length);
    const most = Math.max(ofRow, MIN_LINES * Math.max(...stacks.map(textStackFirstLineHeight)));
    const before = texts;
    const now = textHeights(rows, stacks, most, gap);
    texts = now.map((height, row) => (pass === 0 ? height : Math.max(height, before[row] ?? 0)));
    if (pass > 0 && texts.every((height, row) => height === before[row])) return { rows, texts, stacks };
    rows = rows.withTexts(texts);
  }
  return { rows, texts, stacks: await stacksIn(rows) };
}

/** Arranges pictures in the rows that use the room best, without stretching them, with their texts below. */
export async function arrangeGallery(
  items: readonly TypesetItem[],
  stackOf: (item: TypesetItem) => TextStack,
  frame: GraphicFrame,
  measure: MeasureNodes,
): Promise<ArrangedItems> {
  const shown = items.flatMap((item, index): Shown[] =>
    item.picture ? [{ item: index, image: item.picture, stack: stackOf(item) }] : [],
  );
  const { unit, slideHeight, template, scene } = frame;
  const room = galleryRoom(frame);
  const { by, gap } = room;
  const title =
    MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight * (shown.length <= TITLES.fewUpTo ? TITLES.few : TITLES.more);
  const wholeStacks = shown.map(({ stack }) => stack);
  const fitting = { widths: await measureTextStackWidths(wholeStacks, measure), slideHeight, figureShare: 1, measure };
  const line = wholeStacks.some((stack) => stack.length > 0) ? Math.round(1.4 * title) + gap : 0;
  const images = shown.map(({ image }) => image);
  const first = rowsIn(room, images, line, unit);
  const fitted = await withTextsBelow(first, line, room, (widths) =>
    sizeTextStacks(wholeStacks, widths, title, fitting),
  );
  // The content of pictures that are shown whole reaches into their corners; round and square corners next to one another look like an
  // error.
  const radius = images.some(({ fit }) => fit === 'contain') ? 0 : Math.round(template.image.radius * unit);
  const align = scene.align === 'center' ? 'center' : 'start';
  const pieces: PlacedItemElement[] = [];
  let cut = false;
  for (const [at, row] of fitted.rows.rows.entries())
    for (const { index, x, width } of row.pictures) {
      const [picture, whole] = [shown[index], fitted.stacks[index]];
      if (!picture || !whole) continue;
      const sides = { width: nearestEvenPixels(width), height: nearestEvenPixels(row.height) };
      const box = { x: by + roundedDownToEven(x), y: by + roundedDownToEven(row.y), ...sides };
      const stack = await cutTextStack(whole, box.width, Math.max(0, (fitted.texts[at] ?? 0) - gap), measure);
      cut ||= stack.cut;
      const look = itemLook(template, scene, index, 'page', items[picture.item]?.isHighlighted === true);
      const below = { x: box.x, y: box.y + box.height + gap, width: box.width };
      pieces.push(...picturePieces(picture, box, radius, frame));
      pieces.push(...textStackElements(picture.item, stack, below, look, align));
    }
  // The texts are meant to be small.
  return { pieces, height: fitted.rows.height + 2 * by, size: Number.POSITIVE_INFINITY, cut };
}
