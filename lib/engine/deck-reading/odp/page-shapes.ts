import { childElements, descendantsOf, type OfficeXmlElement } from '../pptx/xml.ts';
import {
  toPptxCaptionXml,
  toPptxCustomShapeXml,
  toPptxEllipseXml,
  toPptxFreeFormXml,
  toPptxRectangleXml,
  toPptxRegularPolygonXml,
} from './form-shapes.ts';
import { convertOdfFrameToPptx } from './frame-shapes.ts';
import { connectorXml, straightLineXml } from './line-shapes.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { nonVisualShapePropertiesXml } from './pptx-shape-xml.ts';

// Shapes of OpenDocument: ODF 1.3 part 3, clause 10. Those of Office: ECMA-376 part 1, 19.3.1 and 20.1.2.

/** A group. Its shapes are placed relative to the page, as in OpenDocument, because the group has no transformation. */
function groupXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const id = target.nextId(element);
  const innerXml = xmlOfShapes(element, target);
  return innerXml === ''
    ? ''
    : `<p:grpSp><p:nvGrpSpPr>${nonVisualShapePropertiesXml(element, id)}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${innerXml}</p:grpSp>`;
}

/** Writes an element as shapes of Office; empty if it cannot be drawn. */
type ShapeWriter = (element: OfficeXmlElement, target: PptxPageOutput) => string;

/** The writers of shapes, by their elements. Any other element is not a shape. */
const WRITER_BY_ELEMENT: ReadonlyMap<string, ShapeWriter> = new Map<string, ShapeWriter>([
  ['draw:frame', convertOdfFrameToPptx],
  ['draw:g', groupXml],
  ['draw:custom-shape', toPptxCustomShapeXml],
  ['draw:rect', toPptxRectangleXml],
  ['draw:ellipse', toPptxEllipseXml],
  ['draw:circle', toPptxEllipseXml],
  ['draw:line', straightLineXml],
  ['draw:connector', connectorXml],
  ['draw:measure', straightLineXml],
  ['draw:polygon', toPptxFreeFormXml],
  ['draw:polyline', toPptxFreeFormXml],
  ['draw:path', toPptxFreeFormXml],
  ['draw:regular-polygon', toPptxRegularPolygonXml],
  ['draw:caption', toPptxCaptionXml],
  ['draw:a', (element, target) => xmlOfShapes(element, target)],
]);

/** Shapes that are not drawn, with their nouns in the report. */
const LOST_SHAPE_NOUNS: ReadonlyMap<string, string> = new Map([
  ['dr3d:scene', 'a 3-D object'],
  ['draw:control', 'a field of a form'],
]);

const isShown = ({ attributes }: OfficeXmlElement): boolean =>
  !['none', 'printer'].includes(attributes['draw:display'] ?? '') && attributes['presentation:placeholder'] !== 'true';

/** The shapes in an element as XML, in the order in which they are painted. */
export function xmlOfShapes(parent: OfficeXmlElement, target: PptxPageOutput): string {
  return childElements(parent)
    .filter((element) => isShown(element) && !target.skips(element.attributes['presentation:class'] ?? ''))
    .map((element) => {
      const noun = LOST_SHAPE_NOUNS.get(element.name);
      if (noun !== undefined) target.warnLost(noun);
      return WRITER_BY_ELEMENT.get(element.name)?.(element, target) ?? '';
    })
    .join('');
}

/** Reports whether a page has a subtitle: it is a title page then. */
export const hasOdpPageSubtitle = (page: OfficeXmlElement): boolean =>
  descendantsOf(page, 'draw:frame').some(({ attributes }) => attributes['presentation:class'] === 'subtitle');
