import type { DrawableImage } from '../drawable-slide.ts';
import type { GraphicFrame } from '../layout/graphic-content.ts';
import { LEAST_TYPE } from '../layout/unit.ts';
import type { Measure } from '../text/paragraph-node.ts';
import { cutStack, firstLineOf, measureWidths, type SizedStack, sizeStacks, type TextStack } from './fit-stacks.ts';
import { type GalleryRows, rowsOfPictures } from './gallery-rows.ts';
import { itemLook } from './item-look.ts';
import type { ArrangedItems, ItemPiece, TypesetItem } from './item-model.ts';
import { stackPieces } from './stack-pieces.ts';

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
const MOST_TEXT = 0.34;
/** The number of lines that always have room. */
const LEAST_LINES = 2;
/** Photographs may be cropped to ratios of width and height between these. */
const CROPPED = { least: 0.75, most: 1.78 };
/** The most by which a picture is enlarged on a slide whose short side has 1080 pixels. */
const MOST_ENLARGED = 2 / 1080;
/** The most times that texts are measured, because their widths follow from the heights of others. */
const PASSES = 8;

/** Width : height in which a picture is shown: its own where it is shown whole. */
function ratioOf({ width, height, fit }: DrawableImage): number {
  const ratio = width / height;
  return fit === 'contain' ? ratio : Math.min(CROPPED.most, Math.max(CROPPED.least, ratio));
}

/**
 * The ratios in which pictures are shown. Two photographs are equally large, so that they can be compared: before and after.
 */
function ratiosOf(images: readonly DrawableImage[]): number[] {
  const ratios = images.map(ratioOf);
  const [one, other] = ratios;
  const isPair = images.length === 2 && images.every(({ fit }) => fit === 'cover');
  if (!isPair || one === undefined || other === undefined) return ratios;
  return ratios.map(() => Math.sqrt(one * other));
}

/** The most by which photographs are cropped so that rows are as wide as their room. */
const MOST_WIDENED = 1.3;

/**
 * The ratios with which the rows are as wide as their room: photographs are wider, as far as that does not crop them much; what is shown whole
 * stays as it is.
 */
function widenedRatios(
  { rows }: GalleryRows,
  images: readonly DrawableImage[],
  ratios: readonly number[],
  { width, across }: { width: number; across: number },
): number[] {
  const isPhotograph = (index: number): boolean => images[index]?.fit === 'cover';
  const factors = rows.flatMap(({ pictures }) => {
    const photographs = pictures.filter(({ index }) => isPhotograph(index)).reduce((sum, each) => sum + each.width, 0);
    const others = pictures.filter(({ index }) => !isPhotograph(index)).reduce((sum, each) => sum + each.width, 0);
    return photographs > 0 ? [(width - across * (pictures.length - 1) - others) / photographs] : [];
  });
  const factor = Math.max(1, Math.min(...factors));
  return ratios.map((ratio, index) => {
    const image = images[index];
    if (!image || !isPhotograph(index) || factors.length === 0) return ratio;
    return Math.min(ratio * factor, MOST_WIDENED * Math.max(ratio, image.width / image.height));
  });
}

const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

/** Space that the line around a picture takes on each side, in pixels. */
function frameSpace({ template: { image }, unit }: GraphicFrame): { by: number; thickness: number } {
  const { frame } = image;
  if (!frame) return { by: 0, thickness: 0 };
  const thickness = Math.max(1, Math.round(frame.thickness * unit));
  return { by: Math.round(frame.offset * unit) + thickness, thickness };
}

/** The picture, and the line around it. */
function picturePieces({ item, image }: Shown, box: ItemPiece['box'], frame: GraphicFrame): ItemPiece[] {
  const { template, unit } = frame;
  const line = template.image.frame;
  const radius = image.fit === 'contain' ? 0 : Math.round(template.image.radius * unit);
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
const textHeights = (rows: GalleryRows, stacks: readonly SizedStack[], most: number, gap: number): number[] =>
  rows.rows.map(({ pictures }) => {
    const height = Math.max(...pictures.map(({ index }) => stacks[index]?.height ?? 0));
    return height === 0 ? 0 : Math.min(height, most) + gap;
  });

/** Pictures in rows that use their room best, none stretched, with their texts under them. */
export async function arrangeGallery(
  items: readonly TypesetItem[],
  stackOf: (item: TypesetItem) => TextStack,
  frame: GraphicFrame,
  measure: Measure,
): Promise<ArrangedItems> {
  const shown = items.flatMap((item, index): Shown[] =>
    item.picture ? [{ item: index, image: item.picture, stack: stackOf(item) }] : [],
  );
  const { room, unit, slideHeight, template, scene } = frame;
  const { by } = frameSpace(frame);
  const gap = Math.round(GAPS.caption * unit) + by;
  const least = LEAST_TYPE * slideHeight;
  const title = least * (shown.length <= TITLES.fewUpTo ? TITLES.few : TITLES.more);
  const stacks = shown.map(({ stack }) => stack);
  const fitting = { widths: await measureWidths(stacks, measure), slideHeight, measure };
  const images = shown.map(({ image }) => image);
  const picturesOf = (ratios: readonly number[]) =>
    images.map((image, index) => {
      const ratio = ratios[index] ?? 1;
      return { ratio, most: Math.min(image.height, image.width / ratio) * MOST_ENLARGED * unit };
    });
  const inner = { width: room.width - 2 * by, height: room.height - 2 * by };
  const spaces = {
    across: Math.round(GAPS.across * unit) + 2 * by,
    down: Math.round(GAPS.down * unit) + 2 * by,
  };
  const line = stacks.some((stack) => stack.length > 0) ? Math.round(1.4 * title) + gap : 0;
  const usual = ratiosOf(images);
  const first = rowsOfPictures(picturesOf(usual), inner, spaces, line);
  const widened = widenedRatios(first, images, usual, { width: inner.width, across: spaces.across });
  let rows = rowsOfPictures(picturesOf(widened), inner, spaces, line);
  let texts = rows.rows.map(() => line);
  const widthsIn = ({ rows: all }: GalleryRows): number[] =>
    all.flatMap((row) => row.pictures.map(({ width }) => Math.max(1, Math.round(width))));
  for (let pass = 0; pass < PASSES; pass++) {
    const sized = await sizeStacks(stacks, widthsIn(rows), title, fitting);
    const ofRow = Math.floor((MOST_TEXT * inner.height) / rows.rows.length);
    const most = Math.max(ofRow, LEAST_LINES * Math.max(...sized.map(firstLineOf)));
    const now = textHeights(rows, sized, most, gap);
    const before = texts;
    texts = now.map((height, row) => (pass === 0 ? height : Math.max(height, texts[row] ?? 0)));
    if (pass > 0 && texts.every((height, row) => height === before[row])) break;
    rows = rows.withTexts(texts);
  }
  const widths = widthsIn(rows);
  const sized = await sizeStacks(stacks, widths, title, fitting);
  let cut = false;
  const align = scene.align === 'center' ? 'center' : 'start';
  const pieces: ItemPiece[] = [];
  for (const [at, row] of rows.rows.entries()) {
    for (const { index, x, width } of row.pictures) {
      const picture = shown[index];
      const whole = sized[index];
      if (!picture || !whole) continue;
      const box = { x: by + even(x), y: by + even(row.y), width: even(width), height: even(row.height) };
      const free = Math.max(0, (texts[at] ?? 0) - gap);
      const stack = await cutStack(whole, box.width, free, measure);
      cut ||= stack.cut;
      const look = itemLook(template, scene, index, 'page', items[picture.item]?.isHighlighted === true);
      const below = { x: box.x, y: box.y + box.height + gap, width: box.width };
      pieces.push(...picturePieces(picture, box, frame), ...stackPieces(picture.item, stack, below, look, align));
    }
  }
  // The texts are meant to be small.
  return { pieces, height: rows.height + 2 * by, size: Number.POSITIVE_INFINITY, cut };
}
