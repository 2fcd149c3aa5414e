import type { DrawableImage } from '../drawable-slide.ts';
import { largestContainedBox } from '../layout/image-placement.ts';
import type { ItemLook } from './item-look.ts';
import { mixItemColors } from './item-look.ts';
import type { ItemDiscSign, ItemLineMark, PlacedItemElement } from './item-model.ts';

/** Icons are drawn in a box of 24 units, with lines of two units. */
const ICON_VIEW = { width: 24, height: 24 };
/** Parts of the diameter of a roundel. */
const ICON_PART = 0.54;
const LETTERS_PART = 0.42;
/** The square in a circle. */
const WHOLE_PART = 0.68;

/** Lines of an icon in a colour. @param shapes elements of SVG without colours */
const iconLines = (shapes: string, color: string, width = 2): string =>
  `<g fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`;

/** A picture on a disc: a photograph is cropped to a circle, what is shown whole is within the circle. */
function pictureInDisc(
  item: number,
  image: DrawableImage,
  { x, y, diameter }: { x: number; y: number; diameter: number },
): PlacedItemElement {
  const disc = { x, y, width: diameter, height: diameter };
  if (image.fit === 'cover') return { item, kind: 'picture', box: disc, image, radius: Math.ceil(diameter / 2) };
  const side = Math.round(diameter * WHOLE_PART);
  const inset = Math.round((diameter - side) / 2);
  const box = largestContainedBox(image, { x: x + inset, y: y + inset, width: side, height: side });
  return { item, kind: 'picture', box, image, radius: 0 };
}

/** A disc with an icon, letters or a picture in its middle; pixels. */
export function itemDiscElements(
  item: number,
  sign: ItemDiscSign,
  at: { x: number; y: number; diameter: number },
  { fill, ink }: ItemLook['roundel'],
): PlacedItemElement[] {
  const { x, y, diameter } = at;
  const disc: PlacedItemElement = {
    ...{ item, kind: 'shape', box: { x, y, width: diameter, height: diameter } },
    style: { backgroundColor: fill, borderRadius: diameter / 2 },
  };
  if ('icon' in sign) {
    const side = Math.round(diameter * ICON_PART);
    const inset = Math.round((diameter - side) / 2);
    const box = { x: x + inset, y: y + inset, width: side, height: side };
    return [disc, { item, kind: 'drawing', box, svg: iconLines(sign.icon, ink), view: ICON_VIEW, turns: false }];
  }
  if ('picture' in sign) return [disc, pictureInDisc(item, sign.picture, { x, y, diameter })];
  const size = Math.round(diameter * LETTERS_PART);
  const height = Math.round(sign.letters.leading * size);
  const box = { x, y: y + Math.round((diameter - height) / 2), width: diameter, height };
  return [disc, { item, kind: 'text', box, paragraph: sign.letters, size, color: ink, align: 'center' }];
}

const LINE_MARKS: Readonly<Record<ItemLineMark, string>> = {
  pro: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  con: '<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>',
  point: '<path d="M12 12h.01"/>',
};

/** The mark before a line of text: a tick, a cross or a dot. @param line its first line: top, and height, in pixels */
export function itemLineMark(
  item: number,
  mark: ItemLineMark,
  at: { x: number; y: number; size: number; line: number },
  look: Pick<ItemLook, 'strong' | 'text' | 'ground'>,
): PlacedItemElement {
  const { x, y, size, line } = at;
  const side = Math.round(size);
  const box = { x, y: Math.round(y + (line - side) / 2), width: side, height: side };
  const color = mark === 'con' ? mixItemColors(look.text, look.ground, 0.8) : look.strong;
  const svg = iconLines(LINE_MARKS[mark], color, mark === 'point' ? 7 : 3.2);
  return { item, kind: 'drawing', box, svg, view: ICON_VIEW, turns: false };
}

/** An arrow from left to right, or downwards, as a drawing that is turned on right-to-left slides; pixels. */
export function arrowElement(
  item: number,
  from: { x: number; y: number },
  to: { x: number; y: number },
  width: number,
  color: string,
): PlacedItemElement {
  const isDown = to.y > from.y;
  const head = 3.2 * width;
  const half = head / 2 + width;
  const length = isDown ? to.y - from.y : to.x - from.x;
  const [across, along] = [2 * half, length];
  const line = isDown
    ? `<path d="M${half} 0V${along - width}M${half - head / 2} ${along - width - head / 2}L${half} ${along - width}L${half + head / 2} ${along - width - head / 2}"/>`
    : `<path d="M0 ${half}H${along - width}M${along - width - head / 2} ${half - head / 2}L${along - width} ${half}L${along - width - head / 2} ${half + head / 2}"/>`;
  const view = isDown ? { width: across, height: along } : { width: along, height: across };
  const box = isDown
    ? { x: from.x - half, y: from.y, width: across, height: along }
    : { x: from.x, y: from.y - half, width: along, height: across };
  return { item, kind: 'drawing', box, svg: iconLines(line, color, width), view, turns: true };
}
