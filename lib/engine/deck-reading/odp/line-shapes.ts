import { largestOf, smallestOf } from '../extremes.ts';
import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { RECTANGLE_GEOMETRY } from './geometry-of-enhanced-shape.ts';
import { drawingMlOutlineXml, drawingMlShadowXml } from './odf-paint.ts';
import { paragraphsXmlOf } from './odf-text.ts';
import { EMU_PER_HUNDREDTH_MM } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { NO_FLIPS, nonVisualShapePropertiesXml } from './pptx-shape-xml.ts';
import { customGeometryXml, pointsOfPaths } from './shape-path.ts';
import { hasNonBlankTextInside, shapeStyleOf, shapeTextXml, textContextOfOdpShape } from './shape-text.ts';
import { type ShapeTransform, shapeTransformXml, transformedOdpPointOf } from './shape-transform.ts';
import { parseSvgPath } from './svg-path.ts';

/** The DrawingML (`p:cxnSp`, and a `p:sp` for its text) of a `draw:line` between two points. */
export function straightLineXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const [startPoint, endPoint] = [
    transformedOdpPointOf(element, 'svg:x1', 'svg:y1'),
    transformedOdpPointOf(element, 'svg:x2', 'svg:y2'),
  ];
  const transform: ShapeTransform = {
    x: Math.round(Math.min(startPoint[0], endPoint[0])),
    y: Math.round(Math.min(startPoint[1], endPoint[1])),
    width: Math.round(Math.abs(endPoint[0] - startPoint[0])),
    height: Math.round(Math.abs(endPoint[1] - startPoint[1])),
    rotation: 0,
    flips: { horizontally: endPoint[0] < startPoint[0], vertically: endPoint[1] < startPoint[1] },
    isSkewed: false,
  };
  return lineShapeXml(element, transform, '<a:prstGeom prst="line"><a:avLst/></a:prstGeom>', target);
}

/** The DrawingML of a line: a `p:cxnSp`, and a separate `p:sp` for its text. @param geometry XML of `a:prstGeom` or `a:custGeom` */
function lineShapeXml(
  element: OfficeXmlElement,
  transform: ShapeTransform,
  geometry: string,
  target: PptxPageOutput,
): string {
  const { graphic } = shapeStyleOf(element, target.styles);
  const outlineProperties = new Map([['draw:stroke', 'solid'], ...graphic]);
  const id = target.nextId(element);
  const lineXml = `<p:cxnSp><p:nvCxnSpPr>${nonVisualShapePropertiesXml(element, id)}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${shapeTransformXml(transform)}${geometry}<a:noFill/>${drawingMlOutlineXml(outlineProperties, target.styles, true)}${drawingMlShadowXml(graphic)}</p:spPr></p:cxnSp>`;
  return lineXml + lineTextXml(element, transform, target);
}

/** The XML (`p:sp`) of a text box in the middle of a line, with the text of the line; empty if it has none. */
function lineTextXml(element: OfficeXmlElement, transform: ShapeTransform, target: PptxPageOutput): string {
  const hasText = ['text:p', 'text:list'].some((name) => childElements(element, name).some(hasNonBlankTextInside));
  if (!hasText) return '';
  const textBoxElement: OfficeXmlElement = { ...element, name: 'draw:frame', attributes: { ...element.attributes } };
  const style = shapeStyleOf(element, target.styles);
  const id = target.nextId({ name: '', attributes: {}, children: [] });
  const paragraphs = paragraphsXmlOf(element, textContextOfOdpShape(textBoxElement, style, undefined, target, id));
  const unflippedTransform = { ...transform, flips: NO_FLIPS };
  const graphic = new Map([
    ...style.graphic,
    ['draw:textarea-vertical-align', 'middle'],
    ['fo:wrap-option', 'no-wrap'],
    ['draw:textarea-horizontal-align', 'center'],
  ]);
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name=""/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${shapeTransformXml(unflippedTransform)}${RECTANGLE_GEOMETRY}<a:noFill/></p:spPr>${shapeTextXml(paragraphs, graphic, transform, target)}</p:sp>`;
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
  const viewBox = {
    x: left / EMU_PER_HUNDREDTH_MM,
    y: top / EMU_PER_HUNDREDTH_MM,
    width: size.width / EMU_PER_HUNDREDTH_MM,
    height: size.height / EMU_PER_HUNDREDTH_MM,
  };
  const transform: ShapeTransform = {
    ...size,
    x: Math.round(left),
    y: Math.round(top),
    rotation: 0,
    flips: NO_FLIPS,
    isSkewed: false,
  };
  return lineShapeXml(element, transform, customGeometryXml([{ ...path, isFilled: false }], viewBox, size), target);
}
