import type { Node } from '@takumi-rs/core';
import type { DrawableItem } from '../drawable-items.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { boxNode } from '../layout/boxes.ts';
import {
  type ArrangedGraphic,
  type GraphicContent,
  type GraphicContext,
  type GraphicFrame,
  graphicTop,
} from '../layout/graphic-content.ts';
import { isShrunk } from '../layout/text-fit.ts';
import { paragraphNode, sideOf } from '../text/paragraph-node.ts';
import { arrangeItems, type ItemLayout } from './item-arrangements.ts';
import type { ArrangedItems, ItemPiece } from './item-model.ts';
import { itemParagraphs, typesetItems } from './typeset-items.ts';

/** Size of titles of items below which they count as small, a fraction of the unit. */
const USUAL_TITLE = 0.045;

/** A drawing as a node; its markup is mirrored on right-to-left slides if it turns. */
function drawingNode(
  { svg, view, turns }: Extract<ItemPiece, { kind: 'drawing' }>,
  box: ItemPiece['box'],
  isMirrored: boolean,
): Node {
  const mirror = turns && isMirrored ? ` transform="translate(${view.width} 0) scale(-1 1)"` : '';
  const { width, height } = box;
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${view.width} ${view.height}"><g${mirror}>${svg}</g></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
  return { type: 'image', src, width, height, style: { position: 'absolute', left: box.x, top: box.y, width, height } };
}

/** The node of a piece in its place on the slide. */
function pieceNode(piece: ItemPiece, { room, direction }: GraphicFrame, top: number): Node {
  const isMirrored = direction === 'rtl';
  const { x, y, width, height } = piece.box;
  const box = { x: room.x + (isMirrored ? room.width - x - width : x), y: top + y, width, height };
  if (piece.kind === 'shape') return boxNode(box, piece.style);
  if (piece.kind === 'drawing') return drawingNode(piece, box, isMirrored);
  const { paragraph, size, color, align } = piece;
  const side = align === 'center' ? 'center' : sideOf(paragraph, direction);
  return boxNode(box, {}, [paragraphNode(paragraph, { size, width, side, color, balanced: false })]);
}

function placed({ pieces, height, size, cut }: ArrangedItems, frame: GraphicFrame): ArrangedGraphic {
  const top = graphicTop(frame, height);
  return {
    ...{ top, height, cut, shrunk: isShrunk(size, USUAL_TITLE, frame.unit) },
    place: ({ revealed }) => pieces.filter(({ item }) => item < revealed).map((piece) => pieceNode(piece, frame, top)),
  };
}

/** The items of a slide, with their fonts. */
export async function typesetItemGraphic(
  slide: DrawableSlide,
  items: readonly DrawableItem[],
  layout: ItemLayout,
  { template, direction, typesetter, loadIcons }: GraphicContext,
): Promise<GraphicContent> {
  const set = await typesetItems(items, layout, slide, template, direction, typesetter, loadIcons);
  return {
    paragraphs: itemParagraphs(set),
    grows: true,
    arrange: async (frame, measure) => placed(await arrangeItems(layout, set, frame, measure), frame),
  };
}
