import { childElementAtPath, type OfficeXmlElement } from '../pptx/xml.ts';
import {
  ELLIPSE_GEOMETRY,
  officeGeometryOfOdpShape,
  RECTANGLE_GEOMETRY,
  roundRectangleGeometry,
} from './geometry-of-enhanced-shape.ts';
import { angleInDegrees, EMU_PER_HUNDREDTH_MM, lengthInEmu, parseOdfPercentage } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { createLosslessShapeGeometry, NO_FLIPS, pptxShapeXml, reportShapeWithoutSize } from './pptx-shape-xml.ts';
import {
  convertArcToCurves,
  customGeometryXml,
  parseShapeViewBox,
  type ShapePath,
  type ShapePathStep,
} from './shape-path.ts';
import { findOdpShapeTransform } from './shape-transform.ts';
import { parsePointsPath, parseSvgPath } from './svg-path.ts';

/** The DrawingML of a polygon, a polyline or a path. */
export function toPptxFreeFormXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const { name, attributes } = element;
  const transform = findOdpShapeTransform(element);
  const path =
    name === 'draw:path'
      ? parseSvgPath(attributes['svg:d'])
      : parsePointsPath(attributes['draw:points'], name === 'draw:polygon');
  if (!transform || !path) {
    target.warnLost('a drawn form');
    return '';
  }
  const isOpen = name === 'draw:path' && !path.steps.some(({ kind }) => kind === 'close');
  const viewBox = parseShapeViewBox(attributes['svg:viewBox']) ?? {
    x: 0,
    y: 0,
    width: transform.width / EMU_PER_HUNDREDTH_MM,
    height: transform.height / EMU_PER_HUNDREDTH_MM,
  };
  const shape = isOpen ? { ...path, isFilled: false } : path;
  return pptxShapeXml(
    element,
    transform,
    createLosslessShapeGeometry(customGeometryXml([shape], viewBox, transform)),
    target,
  );
}

/** The DrawingML of an ellipse, or of an arc, a section or a segment of one. */
export function toPptxEllipseXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const { attributes } = element;
  const [cx, cy] = [lengthInEmu(attributes['svg:cx']), lengthInEmu(attributes['svg:cy'])];
  const [rx, ry] = ['svg:rx', 'svg:ry'].map((name) => lengthInEmu(attributes[name] ?? attributes['svg:r']));
  const placeByCentre =
    cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined
      ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, rotation: 0, flips: NO_FLIPS, isSkewed: false }
      : undefined;
  const transform = findOdpShapeTransform(element) ?? placeByCentre;
  if (!transform) return reportShapeWithoutSize(target);
  const kind = attributes['draw:kind'] ?? 'full';
  if (kind === 'full') return pptxShapeXml(element, transform, createLosslessShapeGeometry(ELLIPSE_GEOMETRY), target);
  const radiansOf = (name: string): number => ((angleInDegrees(attributes[name]) ?? 0) * Math.PI) / 180;
  // Angles of OpenDocument are anticlockwise, those of paths clockwise.
  const [startAngle, endAngle] = [-radiansOf('draw:start-angle'), -radiansOf('draw:end-angle')];
  const difference = endAngle - startAngle;
  const sweep = difference >= 0 ? difference - 2 * Math.PI : difference;
  const [halfWidth, halfHeight] = [transform.width / 2, transform.height / 2];
  const start = [halfWidth + halfWidth * Math.cos(startAngle), halfHeight + halfHeight * Math.sin(startAngle)] as const;
  const steps: ShapePathStep[] = [
    { kind: 'move', to: start },
    ...convertArcToCurves([halfWidth, halfHeight], [halfWidth, halfHeight], startAngle, sweep),
  ];
  if (kind === 'section') steps.push({ kind: 'line', to: [halfWidth, halfHeight] });
  if (kind !== 'arc') steps.push({ kind: 'close' });
  const path: ShapePath = { steps, isFilled: kind !== 'arc', hasLine: true };
  const viewBox = { x: 0, y: 0, width: transform.width, height: transform.height };
  return pptxShapeXml(
    element,
    transform,
    createLosslessShapeGeometry(customGeometryXml([path], viewBox, transform)),
    target,
  );
}

/** The DrawingML of a regular polygon or a star. */
export function toPptxRegularPolygonXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const transform = findOdpShapeTransform(element);
  const corners = Math.max(3, Math.min(100, Math.round(Number(element.attributes['draw:corners'])) || 3));
  if (!transform) return reportShapeWithoutSize(target);
  const isStar = element.attributes['draw:concave'] === 'true';
  const innerRadius = isStar ? 1 - (parseOdfPercentage(element.attributes['draw:sharpness']) ?? 0.5) : 1;
  const count = isStar ? 2 * corners : corners;
  const [halfWidth, halfHeight] = [transform.width / 2, transform.height / 2];
  const steps = Array.from({ length: count }, (_, index): ShapePathStep => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const radius = isStar && index % 2 === 1 ? innerRadius : 1;
    return {
      kind: index === 0 ? 'move' : 'line',
      to: [halfWidth + halfWidth * radius * Math.cos(angle), halfHeight + halfHeight * radius * Math.sin(angle)],
    };
  });
  const path: ShapePath = { steps: [...steps, { kind: 'close' }], isFilled: true, hasLine: true };
  return pptxShapeXml(
    element,
    transform,
    createLosslessShapeGeometry(
      customGeometryXml([path], { x: 0, y: 0, width: transform.width, height: transform.height }, transform),
    ),
    target,
  );
}

/** The DrawingML of a rectangle, whose corners may be round. */
export function toPptxRectangleXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const transform = findOdpShapeTransform(element);
  const radius = lengthInEmu(element.attributes['draw:corner-radius'] ?? element.attributes['svg:rx']);
  if (!transform) return reportShapeWithoutSize(target);
  const shorterSide = Math.min(transform.width, transform.height);
  return pptxShapeXml(
    element,
    transform,
    createLosslessShapeGeometry(
      radius && shorterSide > 0 ? roundRectangleGeometry(radius / shorterSide) : RECTANGLE_GEOMETRY,
    ),
    target,
  );
}

/** The DrawingML of a custom shape, whose geometry the file describes. */
export function toPptxCustomShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const transform = findOdpShapeTransform(element);
  if (!transform) return reportShapeWithoutSize(target);
  return pptxShapeXml(
    element,
    transform,
    officeGeometryOfOdpShape(childElementAtPath(element, 'draw:enhanced-geometry'), transform),
    target,
  );
}

/** The DrawingML of a caption, as a text box. The line from the caption to what it names is lost, and reported. */
export function toPptxCaptionXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const transform = findOdpShapeTransform(element);
  target.warnApproximate('a caption has no line to what it names');
  return transform
    ? pptxShapeXml(element, transform, createLosslessShapeGeometry(RECTANGLE_GEOMETRY), target)
    : reportShapeWithoutSize(target);
}
