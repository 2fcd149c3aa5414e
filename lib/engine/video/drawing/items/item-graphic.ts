import type { Node } from '@takumi-rs/core';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import {
  type ArrangedGraphic,
  type GraphicContent,
  type GraphicContext,
  type GraphicRoom,
  topOfGraphic,
} from '../layout/graphic-content.ts';
import { boxWithEvenEdges } from '../layout/image-placement.ts';
import { mirrorRoundedCorners, type PastedPicture } from '../layout/pasted-picture.ts';
import { markNodesAsMorphPart } from '../layout/slide-parts.ts';
import { isTextShrunk } from '../layout/text-fit-report.ts';
import type { CountUpFigure } from '../part-entrance.ts';
import { paragraphWhileCountingUp } from '../text/counting.ts';
import { paragraphAlignmentSideOf, paragraphNode } from '../text/paragraph-node.ts';
import { arrangeItems, type ItemLayout } from './item-arrangements.ts';
import type { ArrangedItems, PlacedItemElement } from './item-model.ts';
import type { ItemToDraw } from './points-as-items.ts';
import { itemParagraphs, typesetItems } from './typeset-items.ts';

/** The usual size of titles of items, a fraction of the unit; much smaller ones are reported as shrunk. */
const USUAL_TITLE_SIZE = 0.045;

/** A drawing as a node; on right-to-left slides it is mirrored if it has `turns`. */
function drawingNode(
  { svg, view, turns }: Extract<PlacedItemElement, { kind: 'drawing' }>,
  box: PlacedItemElement['box'],
  isMirrored: boolean,
): Node {
  const mirror = turns && isMirrored ? ` transform="translate(${view.width} 0) scale(-1 1)"` : '';
  const { width, height } = box;
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${view.width} ${view.height}"><g${mirror}>${svg}</g></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
  return { type: 'image', src, width, height, style: { position: 'absolute', left: box.x, top: box.y, width, height } };
}

/** The box of a piece on the slide. @param top of the items, in pixels */
function boxOnSlide(
  { box: { x, y, width, height } }: PlacedItemElement,
  { room, direction }: GraphicRoom,
  top: number,
): LayoutBox {
  return { x: room.x + (direction === 'rtl' ? room.width - x - width : x), y: top + y, width, height };
}

/** A slide without edges, for pictures that never reach the edges of the slide. */
const ENDLESS_SLIDE = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/** A picture in its place on the slide. */
function pastedPicture(
  piece: Extract<PlacedItemElement, { kind: 'picture' }>,
  graphicRoom: GraphicRoom,
  top: number,
): PastedPicture {
  const { image, radius, corners, isOutlined } = piece;
  const box = boxWithEvenEdges(boxOnSlide(piece, graphicRoom, top), ENDLESS_SLIDE);
  return {
    image,
    radius,
    isOutlined,
    box,
    corners: graphicRoom.direction === 'rtl' ? mirrorRoundedCorners(corners) : corners,
  };
}

/** The text or the drawing that a piece shows, by which it is recognized on another slide; undefined for a shape. */
function detailOfPiece(piece: Exclude<PlacedItemElement, { kind: 'picture' }>): string | undefined {
  if (piece.kind === 'shape') return undefined;
  if (piece.kind === 'drawing') return `drawing ${piece.svg}`;
  return `text ${piece.paragraph.runs.map((run) => ('text' in run ? run.text : run.emoji)).join('')}`;
}

/** The node of a piece other than a picture in its place on the slide. */
function pieceNode(
  piece: Exclude<PlacedItemElement, { kind: 'picture' }>,
  graphicRoom: GraphicRoom,
  top: number,
): Node {
  const { direction } = graphicRoom;
  const isMirrored = direction === 'rtl';
  const box = boxOnSlide(piece, graphicRoom, top);
  const { width } = box;
  if (piece.kind === 'shape') return boxNode(box, piece.style);
  if (piece.kind === 'drawing') return drawingNode(piece, box, isMirrored);
  const { paragraph, size, color, align } = piece;
  const side = align === 'center' ? 'center' : paragraphAlignmentSideOf(paragraph, direction);
  return boxNode(box, {}, [paragraphNode(paragraph, { size, width, side, color, balanced: false })]);
}

type TextPiece = Extract<PlacedItemElement, { kind: 'text' }>;

/** Reports whether a piece is a figure that counts when the slide enters. */
const doesCount = (piece: PlacedItemElement): piece is TextPiece => piece.kind === 'text' && piece.counts === true;

/** A figure that counts, in its place on the slide. */
function countingFigure(piece: TextPiece, graphicRoom: GraphicRoom, top: number): CountUpFigure {
  const box = boxOnSlide(piece, graphicRoom, top);
  const side = piece.align === 'center' ? 'center' : paragraphAlignmentSideOf(piece.paragraph, graphicRoom.direction);
  const look = { size: piece.size, width: box.width, side, color: piece.color, balanced: false } as const;
  return { box, node: (progress) => paragraphNode(paragraphWhileCountingUp(piece.paragraph, progress), look) };
}

/** Arranged items as a graphic of the slide. */
function toGraphic({ pieces, height, size, cut }: ArrangedItems, graphicRoom: GraphicRoom): ArrangedGraphic {
  const top = topOfGraphic(graphicRoom, height);
  return {
    entrance: ({ from, to }) => ({
      steps: [],
      layers: [to],
      figures: pieces
        .filter(doesCount)
        .flatMap((piece) => (from <= piece.item && piece.item < to ? [countingFigure(piece, graphicRoom, top)] : [])),
    }),
    top,
    height,
    cut,
    shrunk: isTextShrunk(size, USUAL_TITLE_SIZE, graphicRoom.unit),
    place: ({ revealed, labelled = revealed }) =>
      pieces.flatMap((piece) =>
        piece.item < (doesCount(piece) ? Math.min(revealed, labelled) : revealed) && piece.kind !== 'picture'
          ? markNodesAsMorphPart(`item ${piece.item}`, [pieceNode(piece, graphicRoom, top)], detailOfPiece(piece))
          : [],
      ),
    pictures: (revealed) =>
      pieces.flatMap((piece) =>
        piece.item < revealed && piece.kind === 'picture' ? [pastedPicture(piece, graphicRoom, top)] : [],
      ),
  };
}

/** The items of a slide, with their fonts. */
export async function typesetItemGraphic(
  slide: DrawableSlide,
  items: readonly ItemToDraw<DrawableImage>[],
  layout: ItemLayout,
  { template, direction, typesetter, loadIcons }: GraphicContext,
): Promise<GraphicContent> {
  const typesetItemList = await typesetItems(items, layout, slide, template, direction, typesetter, loadIcons);
  return {
    paragraphs: itemParagraphs(typesetItemList),
    grows: true,
    arrange: async (graphicRoom, measure) =>
      toGraphic(await arrangeItems(layout, typesetItemList, graphicRoom, measure), graphicRoom),
  };
}
