import { childElementAtPath, type OfficeXmlElement } from '../pptx/xml.ts';
import {
  ELLIPSE_GEOMETRY,
  officeGeometryOfOdpShape,
  RECTANGLE_GEOMETRY,
  roundRectangleGeometry,
} from './geometry-of-enhanced-shape.ts';
import { angleInDegrees, EMU_PER_HUNDREDTH_MM, lengthInEmu, parsePercentage } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import { arcAsCurves, customGeometryXml, parseShapeViewBox, type ShapePath, type ShapePathStep } from './shape-path.ts';
import { shapeTransformOf } from './shape-transform.ts';
import { exactShapeGeometry, NO_FLIPS, reportShapeWithoutSize, shapeXml } from './shape-xml.ts';
import { parsePointsPath, parseSvgPath } from './svg-path.ts';

/** The DrawingML of a polygon, a polyline or a path. */
export function freeFormXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const { name, attributes } = element;
  const place = shapeTransformOf(element);
  const path =
    name === 'draw:path'
      ? parseSvgPath(attributes['svg:d'])
      : parsePointsPath(attributes['draw:points'], name === 'draw:polygon');
  if (!place || !path) {
    target.warnLost('a drawn form');
    return '';
  }
  const isOpen = name === 'draw:path' && !path.steps.some(({ kind }) => kind === 'close');
  const view = parseShapeViewBox(attributes['svg:viewBox']) ?? {
    x: 0,
    y: 0,
    width: place.width / EMU_PER_HUNDREDTH_MM,
    height: place.height / EMU_PER_HUNDREDTH_MM,
  };
  const shape = isOpen ? { ...path, isFilled: false } : path;
  return shapeXml(element, place, exactShapeGeometry(customGeometryXml([shape], view, place)), target);
}

/** The DrawingML of an ellipse, or of an arc, a section or a segment of one. */
export function ellipseShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const { attributes } = element;
  const [cx, cy] = [lengthInEmu(attributes['svg:cx']), lengthInEmu(attributes['svg:cy'])];
  const [rx, ry] = ['svg:rx', 'svg:ry'].map((name) => lengthInEmu(attributes[name] ?? attributes['svg:r']));
  const placeByCentre =
    cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined
      ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, rotation: 0, flips: NO_FLIPS, isSkewed: false }
      : undefined;
  const place = shapeTransformOf(element) ?? placeByCentre;
  if (!place) return reportShapeWithoutSize(target);
  const kind = attributes['draw:kind'] ?? 'full';
  if (kind === 'full') return shapeXml(element, place, exactShapeGeometry(ELLIPSE_GEOMETRY), target);
  const angle = (name: string): number => ((angleInDegrees(attributes[name]) ?? 0) * Math.PI) / 180;
  // Angles of OpenDocument are anticlockwise, those of paths clockwise.
  const [startAngle, endAngle] = [-angle('draw:start-angle'), -angle('draw:end-angle')];
  const difference = endAngle - startAngle;
  const sweep = difference >= 0 ? difference - 2 * Math.PI : difference;
  const [w, h] = [place.width / 2, place.height / 2];
  const start = [w + w * Math.cos(startAngle), h + h * Math.sin(startAngle)] as const;
  const steps: ShapePathStep[] = [{ kind: 'move', to: start }, ...arcAsCurves([w, h], [w, h], startAngle, sweep)];
  if (kind === 'section') steps.push({ kind: 'line', to: [w, h] });
  if (kind !== 'arc') steps.push({ kind: 'close' });
  const path: ShapePath = { steps, isFilled: kind !== 'arc', hasLine: true };
  const view = { x: 0, y: 0, width: place.width, height: place.height };
  return shapeXml(element, place, exactShapeGeometry(customGeometryXml([path], view, place)), target);
}

/** The DrawingML of a regular polygon or a star. */
export function regularPolygonShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const place = shapeTransformOf(element);
  const corners = Math.max(3, Math.min(100, Math.round(Number(element.attributes['draw:corners'])) || 3));
  if (!place) return reportShapeWithoutSize(target);
  const isStar = element.attributes['draw:concave'] === 'true';
  const innerRadius = isStar ? 1 - (parsePercentage(element.attributes['draw:sharpness']) ?? 0.5) : 1;
  const count = isStar ? 2 * corners : corners;
  const [w, h] = [place.width / 2, place.height / 2];
  const steps = Array.from({ length: count }, (_, index): ShapePathStep => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const radius = isStar && index % 2 === 1 ? innerRadius : 1;
    return {
      kind: index === 0 ? 'move' : 'line',
      to: [w + w * radius * Math.cos(angle), h + h * radius * Math.sin(angle)],
    };
  });
  const path: ShapePath = { steps: [...steps, { kind: 'close' }], isFilled: true, hasLine: true };
  return shapeXml(
    element,
    place,
    exactShapeGeometry(customGeometryXml([path], { x: 0, y: 0, width: place.width, height: place.height }, place)),
    target,
  );
}

/** The DrawingML of a rectangle, whose corners may be round. */
export function rectangleShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const place = shapeTransformOf(element);
  const radius = lengthInEmu(element.attributes['draw:corner-radius'] ?? element.attributes['svg:rx']);
  if (!place) return reportShapeWithoutSize(target);
  const shorter = Math.min(place.width, place.height);
  return shapeXml(
    element,
    place,
    exactShapeGeometry(radius && shorter > 0 ? roundRectangleGeometry(radius / shorter) : RECTANGLE_GEOMETRY),
    target,
  );
}

/** The DrawingML of a shape whose geometry the file describes. */
export function customShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const place = shapeTransformOf(element);
  if (!place) return reportShapeWithoutSize(target);
  return shapeXml(
    element,
    place,
    officeGeometryOfOdpShape(childElementAtPath(element, 'draw:enhanced-geometry'), place),
    target,
  );
}

/** The DrawingML of a caption, as a text box: its line is lost. */
export function captionShapeXml(element: OfficeXmlElement, target: PptxPageOutput): string {
  const place = shapeTransformOf(element);
  target.warnApproximate('a caption has no line to what it names');
  return place
    ? shapeXml(element, place, exactShapeGeometry(RECTANGLE_GEOMETRY), target)
    : reportShapeWithoutSize(target);
}
