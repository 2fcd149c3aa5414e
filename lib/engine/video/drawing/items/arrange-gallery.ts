import type { DrawableImage } from '../drawable-slide.ts';
import type { GraphicRoom } from '../layout/graphic-content.ts';
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
import { itemLook } from './item-colors.ts';
import type { ArrangedItems, PlacedItemElement, TypesetItem } from './item-model.ts';
import { textStackElements } from './text-stack-elements.ts';

/** A picture of a gallery with the text under it. */
interface CaptionedPicture {
  /** Index of the item with which it appears. */
  item: number;
  image: DrawableImage;
  stack: TextStack;
}

/** Spaces between pictures, between rows, and between a picture and its caption, fractions of the unit. */
const GAPS = { across: 0.026, down: 0.034, caption: 0.014 };
/** Sizes of titles under few pictures (at most `fewUpTo`) and under more, as multiples of the smallest size of a slide. */
const TITLES = { few: 1.22, more: 1.02, fewUpTo: 4 };
/** The largest part of the room that the texts under the pictures of all rows may take. */
const MAX_TEXTS_HEIGHT = 0.34;
/** The number of lines that always have room below a picture. */
const MIN_LINES = 2;
/** The largest enlargement of a picture: 2 on a slide whose unit is 1080 pixels. Multiplied by the unit, it is a factor. */
const MAX_ENLARGEMENT = 2 / 1080;
/** The largest number of times that texts are measured: their widths follow from the heights of others. */
const MAX_PASSES = 8;

/** The space that the line around a picture takes on each side (`margin`), and its thickness, in pixels. */
function frameSpace({ template: { image }, unit }: GraphicRoom): { margin: number; thickness: number } {
  const { frame } = image;
  if (!frame) return { margin: 0, thickness: 0 };
  const thickness = Math.max(1, Math.round(frame.thickness * unit));
  return { margin: Math.round(frame.offset * unit) + thickness, thickness };
}

/** The picture, and the line around it. @param radius of its corners, in pixels */
function picturePieces(
  { item, image }: CaptionedPicture,
  box: PlacedItemElement['box'],
  radius: number,
  graphicRoom: GraphicRoom,
): PlacedItemElement[] {
  const imageFrame = graphicRoom.template.image.frame;
  const { margin, thickness } = frameSpace(graphicRoom);
  const frameBox = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
  const style = imageFrame && {
    borderWidth: thickness,
    borderStyle: 'solid',
    borderColor: imageFrame.color,
    borderRadius: radius === 0 ? 0 : radius + margin,
  };
  return [
    ...(style ? [{ item, kind: 'shape' as const, box: frameBox, style }] : []),
    { item, kind: 'picture', box, image, radius, isOutlined: !imageFrame && image.fit === 'contain' },
  ];
}

/** The height below each row: that of its highest text, at most `maxHeight`, and the gap above it; 0 without texts. Pixels. */
const heightsBelowRows = (
  rows: GalleryRows,
  stacks: readonly SizedTextStack[],
  maxHeight: number,
  gap: number,
): number[] =>
  rows.rows.map(({ pictures }) => {
    const height = Math.max(...pictures.map(({ index }) => stacks[index]?.height ?? 0));
    return height === 0 ? 0 : Math.min(height, maxHeight) + gap;
  });

/** The room of the pictures within the lines around them, and the spaces between them; pixels. */
function galleryRoom(graphicRoom: GraphicRoom) {
  const { room, unit } = graphicRoom;
  const { margin } = frameSpace(graphicRoom);
  return {
    margin,
    /** Between a picture and the text below it. */
    gap: Math.round(GAPS.caption * unit) + margin,
    inner: { width: room.width - 2 * margin, height: room.height - 2 * margin },
    spaces: { across: Math.round(GAPS.across * unit) + 2 * margin, down: Math.round(GAPS.down * unit) + 2 * margin },
  };
}

/** The lengths of a gallery. `margin`: space of the line around a picture on each side; `inner`: size of the room without it. */
type GalleryRoom = ReturnType<typeof galleryRoom>;

/**
 * Divides the pictures among rows, which fill the width of the room if that crops photographs little.
 * @param textHeight the height of the text below each row, in pixels
 */
function rowsIn({ inner, spaces }: GalleryRoom, images: readonly DrawableImage[], textHeight: number, unit: number) {
  const rowsOf = (ratios: readonly number[]): GalleryRows => {
    const pictures = images.map((image, index) => {
      const ratio = ratios[index] ?? 1;
      return { ratio, maxHeight: Math.min(image.height, image.width / ratio) * MAX_ENLARGEMENT * unit };
    });
    return arrangeGalleryRows(pictures, inner, spaces, textHeight);
  };
  const ratios = galleryImageRatios(images);
  return rowsOf(widenedGalleryRatios(rowsOf(ratios), images, ratios, { width: inner.width, across: spaces.across }));
}

/** Rows with the texts below them; pixels. */
interface RowsWithTexts {
  rows: GalleryRows;
  /** The height below each row, with the gap above its texts. */
  texts: readonly number[];
  stacks: readonly SizedTextStack[];
}

/**
 * Gives the texts below the rows their heights. Widths of pictures follow from these, and heights of texts from widths: both are repeated
 * until they no longer change.
 * @param initialHeight the height below each row to start with, in pixels
 */
async function withTextsBelow(
  firstRows: GalleryRows,
  initialHeight: number,
  { inner, gap }: GalleryRoom,
  sizeIn: (widths: readonly number[]) => Promise<SizedTextStack[]>,
): Promise<RowsWithTexts> {
  const sizeStacksOf = ({ rows: galleryRows }: GalleryRows): Promise<SizedTextStack[]> =>
    sizeIn(galleryRows.flatMap((row) => row.pictures.map(({ width }) => Math.max(1, Math.round(width)))));
  let rows = firstRows;
  let texts = rows.rows.map(() => initialHeight);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const stacks = await sizeStacksOf(rows);
    const sharePerRow = Math.floor((MAX_TEXTS_HEIGHT * inner.height) / rows.rows.length);
    const maxTextHeight = Math.max(sharePerRow, MIN_LINES * Math.max(...stacks.map(textStackFirstLineHeight)));
    const previousTexts = texts;
    const newTexts = heightsBelowRows(rows, stacks, maxTextHeight, gap);
    texts = newTexts.map((height, row) => (pass === 0 ? height : Math.max(height, previousTexts[row] ?? 0)));
    if (pass > 0 && texts.every((height, row) => height === previousTexts[row])) return { rows, texts, stacks };
    rows = rows.withTexts(texts);
  }
  return { rows, texts, stacks: await sizeStacksOf(rows) };
}

/** Arranges pictures in the rows that use the room best, without stretching them, with their texts below. */
export async function arrangeGallery(
  items: readonly TypesetItem[],
  stackOf: (item: TypesetItem) => TextStack,
  graphicRoom: GraphicRoom,
  measure: MeasureNodes,
): Promise<ArrangedItems> {
  const pictures = items.flatMap((item, index): CaptionedPicture[] =>
    item.picture ? [{ item: index, image: item.picture, stack: stackOf(item) }] : [],
  );
  const { unit, slideHeight, template, scene } = graphicRoom;
  const room = galleryRoom(graphicRoom);
  const { margin, gap } = room;
  const titleSize =
    MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight * (pictures.length <= TITLES.fewUpTo ? TITLES.few : TITLES.more);
  const wholeStacks = pictures.map(({ stack }) => stack);
  const fitting = { widths: await measureTextStackWidths(wholeStacks, measure), slideHeight, figureShare: 1, measure };
  const initialTextHeight = wholeStacks.some((stack) => stack.length > 0) ? Math.round(1.4 * titleSize) + gap : 0;
  const images = pictures.map(({ image }) => image);
  const firstRows = rowsIn(room, images, initialTextHeight, unit);
  const fittedRows = await withTextsBelow(firstRows, initialTextHeight, room, (widths) =>
    sizeTextStacks(wholeStacks, widths, titleSize, fitting),
  );
  // The content of pictures that are shown whole reaches into their corners; round and square corners next to one another look like an
  // error.
  const radius = images.some(({ fit }) => fit === 'contain') ? 0 : Math.round(template.image.radius * unit);
  const align = scene.align === 'center' ? 'center' : 'start';
  const pieces: PlacedItemElement[] = [];
  let cut = false;
  for (const [rowIndex, row] of fittedRows.rows.rows.entries())
    for (const { index, x, width } of row.pictures) {
      const [picture, wholeStack] = [pictures[index], fittedRows.stacks[index]];
      if (!picture || !wholeStack) continue;
      const pictureSize = { width: nearestEvenPixels(width), height: nearestEvenPixels(row.height) };
      const box = { x: margin + roundedDownToEven(x), y: margin + roundedDownToEven(row.y), ...pictureSize };
      const cutStack = await cutTextStack(
        wholeStack,
        box.width,
        Math.max(0, (fittedRows.texts[rowIndex] ?? 0) - gap),
        measure,
      );
      cut ||= cutStack.cut;
      const look = itemLook(template, scene, index, 'page', items[picture.item]?.isHighlighted === true);
      const textPlace = { x: box.x, y: box.y + box.height + gap, width: box.width };
      pieces.push(...picturePieces(picture, box, radius, graphicRoom));
      pieces.push(...textStackElements(picture.item, cutStack, textPlace, look, align));
    }
  // Texts under pictures are small by design: an infinite size keeps them from being reported as too small.
  return { pieces, height: fittedRows.rows.height + 2 * margin, size: Number.POSITIVE_INFINITY, cut };
}
