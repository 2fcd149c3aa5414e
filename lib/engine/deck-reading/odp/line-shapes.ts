import { largestOf, smallestOf } from '../extremes.ts';
import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { RECTANGLE_GEOMETRY } from './geometry-of-enhanced-shape.ts';
import { shadowXml, shapeOutlineXml } from './odf-paint.ts';
import { paragraphsXmlOf } from './odf-text.ts';
import { EMU_PER_HUNDREDTH_MM } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { customGeometryXml, pointsOfPaths } from './shape-path.ts';
import { hasNonBlankText, shapeStyleOf, shapeTextContext, shapeTextXml } from './shape-text.ts';
import { type ShapeTransform, shapeTransformXml, transformedPoint } from './shape-transform.ts';
import { NO_FLIPS, shapePropertiesXml } from './shape-xml.ts';
import { parseSvgPath } from './svg-path.ts';

/** The DrawingML (`p:cxnSp`, and a `p:sp` for its text) of a `draw:line` between two points. */
export function straightLineXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const [from, to] = [transformedPoint(element, 'svg:x1', 'svg:y1'), transformedPoint(element, 'svg:x2', 'svg:y2')];
  const place: ShapeTransform = {
    x: Math.round(Math.min(from[0], to[0])),
    y: Math.round(Math.min(from[1], to[1])),
    width: Math.round(Math.abs(to[0] - from[0])),
    height: Math.round(Math.abs(to[1] - from[1])),
    rotation: 0,
    flips: { horizontally: to[0] < from[0], vertically: to[1] < from[1] },
    isSkewed: false,
  };
  return lineShapeXml(element, place, '<a:prstGeom prst="line"><a:avLst/></a:prstGeom>', target);
}

/** The DrawingML of a line: a `p:cxnSp`, and a separate `p:sp` for its text. @param geometry XML of `a:prstGeom` or `a:custGeom` */
function lineShapeXml(
  element: OfficeXmlElement,
  place: ShapeTransform,
  geometry: string,
  target: PptxPageOutput,
): string {
  const { graphic } = shapeStyleOf(element, target.styles);
  const paint = new Map([['draw:stroke', 'solid'], ...graphic]);
  const id = target.nextId(element);
  const line = `<p:cxnSp><p:nvCxnSpPr>${shapePropertiesXml(element, id)}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${shapeTransformXml(place)}${geometry}<a:noFill/>${shapeOutlineXml(paint, target.styles, true)}${shadowXml(graphic)}</p:spPr></p:cxnSp>`;
  return line + lineTextXml(element, place, target);
}

/** The XML (`p:sp`) of a text box in the middle of the line, with the text of the line; '' if it has none. */
function lineTextXml(element: OfficeXmlElement, place: ShapeTransform, target: PptxPageOutput): string {
  const hasText = ['text:p', 'text:list'].some((name) => childElements(element, name).some(hasNonBlankText));
  if (!hasText) return '';
  const asTextBox: OfficeXmlElement = { ...element, name: 'draw:frame', attributes: { ...element.attributes } };
  const style = shapeStyleOf(element, target.styles);
  const id = target.nextId({ name: '', attributes: {}, children: [] });
  const paragraphs = paragraphsXmlOf(element, shapeTextContext(asTextBox, style, undefined, target, id));
  const upright = { ...place, flips: NO_FLIPS };
  const graphic = new Map([
    ...style.graphic,
    ['draw:textarea-vertical-align', 'middle'],
    ['fo:wrap-option', 'no-wrap'],
    ['draw:textarea-horizontal-align', 'center'],
  ]);
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name=""/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${shapeTransformXml(upright)}${RECTANGLE_GEOMETRY}<a:noFill/></p:spPr>${shapeTextXml(paragraphs, graphic, place, target)}</p:sp>`;
}

/** The DrawingML of a `draw:connector`: a straight line, or a line along its path, whose points are in hundredths of a millimetre. */
export function connectorXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const { 'draw:type': type = 'standard', 'svg:d': pathData } = element.attributes;
  const path = type === 'line' ? undefined : parseSvgPath(pathData);
  if (!path) {
    if (type !== 'line') target.warnApproximate('a connector is straight');
    return straightLineXml(element, target);
  }
  const points = pointsOfPaths([path]);
  const [xs, ys] = [points.map(([x]) => x * EMU_PER_HUNDREDTH_MM), points.map(([, y]) => y * EMU_PER_HUNDREDTH_MM)];
  const [left, top] = [smallestOf(xs), smallestOf(ys)];
  const size = { width: Math.round(largestOf(xs) - left), height: Math.round(largestOf(ys) - top) };
  const view = {
    x: left / EMU_PER_HUNDREDTH_MM,
    y: top / EMU_PER_HUNDREDTH_MM,
    width: size.width / EMU_PER_HUNDREDTH_MM,
    height: size.height / EMU_PER_HUNDREDTH_MM,
  };
  const place: ShapeTransform = {
    ...size,
    x: Math.round(left),
    y: Math.round(top),
    rotation: 0,
    flips: NO_FLIPS,
    isSkewed: false,
  };
  return lineShapeXml(element, place, customGeometryXml([{ ...path, isFilled: false }], view, size), target);
}
