import { toOneLine } from '../cut-text-with-ellipsis.ts';
import { childElementAtPath, directTextOfElement, type OfficeXmlElement } from '../pptx/xml.ts';
import type { DrawingMlShapeGeometry } from './geometry-of-enhanced-shape.ts';
import { drawingMlOutlineXml, drawingMlShadowXml, fillXmlOf } from './odf-paint.ts';
import { paragraphsXmlOf } from './odf-text.ts';
import { escapeXmlText } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { shapeStyleOf, shapeTextXml, textContextOfOdpShape } from './shape-text.ts';
import { type ShapeTransform, shapeTransformXml } from './shape-transform.ts';

/** The length of the longest alternative text of a shape, in characters. */
const MAX_ALTERNATIVE_TEXT = 1000;
/** The length of the longest name of a shape, in characters. */
const MAX_NAME = 200;

const alternativeTextOf = (element: OfficeXmlElement): string =>
  toOneLine(
    directTextOfElement(childElementAtPath(element, 'svg:desc')) ||
      directTextOfElement(childElementAtPath(element, 'svg:title')),
  ).slice(0, MAX_ALTERNATIVE_TEXT);

/** Id, name and alternative text of a shape as `p:cNvPr`. */
export const nonVisualShapePropertiesXml = (element: OfficeXmlElement, id: number): string =>
  `<p:cNvPr id="${id}" name="${escapeXmlText((element.attributes['draw:name'] ?? '').slice(0, MAX_NAME))}" descr="${escapeXmlText(alternativeTextOf(element))}"/>`;

/** Colours of shapes in a deck that names none, as in LibreOffice. */
const DEFAULT_COLOURS = [
  ['draw:fill-color', '#729fcf'],
  ['svg:stroke-color', '#3465a4'],
] as const;

/** A shape as `p:sp`, with its geometry, fill, line and text. @param textBox the element with its paragraphs */
export function pptxShapeXml(
  element: OfficeXmlElement,
  transform: ShapeTransform,
  { xml: geometry, flips, isApproximate }: DrawingMlShapeGeometry,
  target: PptxPageOutput,
  textBox: OfficeXmlElement = element,
): string {
  const style = shapeStyleOf(element, target.styles);
  const isFrame = element.name === 'draw:frame';
  const { graphic } = style;
  const defaultPaint = isFrame ? 'none' : 'solid';
  const paintProperties = new Map([
    ['draw:fill', defaultPaint],
    ['draw:stroke', defaultPaint],
    ...DEFAULT_COLOURS,
    ...graphic,
  ]);
  const fill = fillXmlOf(paintProperties, target);
  if (fill?.isApproximate) target.warnApproximate('a fill');
  if (isApproximate) target.warnApproximate('the form of a shape is a rectangle');
  if (transform.isSkewed) target.warnApproximate('a slanted shape is upright');
  const id = target.nextId(element);
  const paragraphs = paragraphsXmlOf(textBox, textContextOfOdpShape(element, style, fill, target, id));
  const flippedTransform = flipShapeTransform(transform, flips);
  const bodyXml = shapeTextXml(paragraphs, graphic, transform, target);
  const isBackground = graphic.get('loext:fill-use-slide-background') === 'true';
  return `<p:sp${isBackground ? ' useBgFill="1"' : ''}><p:nvSpPr>${nonVisualShapePropertiesXml(element, id)}<p:cNvSpPr${isFrame ? ' txBox="1"' : ''}/><p:nvPr>${target.placeholder(element.attributes['presentation:class'] ?? '')}</p:nvPr></p:nvSpPr><p:spPr>${shapeTransformXml(flippedTransform)}${geometry}${fill?.xml ?? ''}${drawingMlOutlineXml(paintProperties, target.styles, true)}${drawingMlShadowXml(graphic)}</p:spPr>${bodyXml}</p:sp>`;
}

/** The flips of a shape that is not mirrored. */
export const NO_FLIPS = { horizontally: false, vertically: false };

/** The geometry of a shape that is translated without a loss and not flipped. */
export const createLosslessShapeGeometry = (xml: string): DrawingMlShapeGeometry => ({
  xml,
  flips: NO_FLIPS,
  isApproximate: false,
});

/** A place that is flipped once more: two flips in one direction cancel each other. */
export const flipShapeTransform = (
  transform: ShapeTransform,
  { horizontally, vertically }: ShapeTransform['flips'],
): ShapeTransform => ({
  ...transform,
  flips: {
    horizontally: transform.flips.horizontally !== horizontally,
    vertically: transform.flips.vertically !== vertically,
  },
});

/** Reports a shape that cannot be drawn because the file names no size for it. @returns no XML */
export function reportShapeWithoutSize(target: PptxPageOutput): string {
  target.warnLost('a shape without a size');
  return '';
}
