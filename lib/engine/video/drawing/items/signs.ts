import type { DrawableImage } from '../drawable-slide.ts';
import { largestContainedBox } from '../layout/image-placement.ts';
import type { ItemColors } from './item-colors.ts';
import { mixColorsIfHex } from './item-colors.ts';
import type { ComparisonLineMark, ItemDiscSign, PlacedItemElement } from './item-model.ts';

/** Icons are drawn in a box of 24 units, with lines of two units. */
const ICON_VIEW = { width: 24, height: 24 };
/** Side of an icon, and size of the type of letters, as parts of the diameter of their disc. */
const ICON_PART = 0.54;
const LETTERS_PART = 0.42;
/** Side of the square for a whole picture, as a part of the diameter: a little less than the square in a circle (0.707). */
const WHOLE_PART = 0.68;

/** The markup of an icon in a colour. @param shapes elements of SVG without colours @param width of its lines, in units of ICON_VIEW */
const iconLines = (shapes: string, color: string, width = 2): string =>
  `<g fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`;

/** A picture on a disc: a photograph is cropped to a circle, a picture that is shown whole is within the circle. */
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
  place: { x: number; y: number; diameter: number },
  { fill, ink }: ItemColors['roundel'],
): PlacedItemElement[] {
  const { x, y, diameter } = place;
  const disc: PlacedItemElement = {
    item,
    kind: 'shape',
    box: { x, y, width: diameter, height: diameter },
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

/** The shapes of the marks before lines, in ICON_VIEW. */
const LINE_MARKS: Readonly<Record<ComparisonLineMark, string>> = {
  pro: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  con: '<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>',
  point: '<path d="M12 12h.01"/>',
};

/** The mark before a line of text: a tick, a cross or a dot. @param place corner, size of type and line height of the text, in pixels */
export function comparisonLineMarkOf(
  item: number,
  mark: ComparisonLineMark,
  place: { x: number; y: number; size: number; line: number },
  look: Pick<ItemColors, 'strong' | 'text' | 'ground'>,
): PlacedItemElement {
  const { x, y, size, line } = place;
  const side = Math.round(size);
  const box = { x, y: Math.round(y + (line - side) / 2), width: side, height: side };
  const color = mark === 'con' ? mixColorsIfHex(look.text, look.ground, 0.8) : look.strong;
  const svg = iconLines(LINE_MARKS[mark], color, mark === 'point' ? 7 : 3.2);
  return { item, kind: 'drawing', box, svg, view: ICON_VIEW, turns: false };
}

/** An arrow from left to right, or downwards, as a drawing that is mirrored on right-to-left slides; pixels. @param width of its lines */
export function arrowElement(
  item: number,
  from: { x: number; y: number },
  to: { x: number; y: number },
  width: number,
  color: string,
): PlacedItemElement {
  const isDown = to.y > from.y;
  const headSize = 3.2 * width;
  const halfWidth = headSize / 2 + width;
  const length = isDown ? to.y - from.y : to.x - from.x;
  const [thickness, along] = [2 * halfWidth, length];
  const arrowPath = isDown
    ? `<path d="M${halfWidth} 0V${along - width}M${halfWidth - headSize / 2} ${along - width - headSize / 2}L${halfWidth} ${along - width}L${halfWidth + headSize / 2} ${along - width - headSize / 2}"/>`
    : `<path d="M0 ${halfWidth}H${along - width}M${along - width - headSize / 2} ${halfWidth - headSize / 2}L${along - width} ${halfWidth}L${along - width - headSize / 2} ${halfWidth + headSize / 2}"/>`;
  const view = isDown ? { width: thickness, height: along } : { width: along, height: thickness };
  const box = isDown
    ? { x: from.x - halfWidth, y: from.y, width: thickness, height: along }
    : { x: from.x, y: from.y - halfWidth, width: along, height: thickness };
  return { item, kind: 'drawing', box, svg: iconLines(arrowPath, color, width), view, turns: true };
}
