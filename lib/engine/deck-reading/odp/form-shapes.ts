import { childAt, type PartElement } from '../pptx/xml.ts';
import { ELLIPSE, enhancedGeometry, RECTANGLE, roundRectangle } from './enhanced-geometry.ts';
import { degreesOf, EMU_PER_HUNDREDTH, emuOf, percentOf } from './odf-units.ts';
import type { PageTarget } from './page-target.ts';
import { arcSteps, customGeometry, type PathStep, type ShapePath, viewBoxOf } from './shape-path.ts';
import { placeOf } from './shape-place.ts';
import { exactGeometry, shapeXml, UNFLIPPED, withoutPlace } from './shape-xml.ts';
import { pointsPath, svgPath } from './svg-path.ts';

/** A polygon, a polyline or a path. */
export function freeFormXml(element: PartElement, target: PageTarget): string {
  const { name, attributes } = element;
  const place = placeOf(element);
  const path =
    name === 'draw:path'
      ? svgPath(attributes['svg:d'])
      : pointsPath(attributes['draw:points'], name === 'draw:polygon');
  if (!place || !path) {
    target.warnLost('a drawn form');
    return '';
  }
  const isOpen = name === 'draw:path' && !path.steps.some(({ kind }) => kind === 'close');
  const view = viewBoxOf(attributes['svg:viewBox']) ?? {
    x: 0,
    y: 0,
    width: place.width / EMU_PER_HUNDREDTH,
    height: place.height / EMU_PER_HUNDREDTH,
  };
  const shape = isOpen ? { ...path, isFilled: false } : path;
  return shapeXml(element, place, exactGeometry(customGeometry([shape], view, place)), target);
}

/** An ellipse, or an arc, a section or a segment of one. */
export function ellipse(element: PartElement, target: PageTarget): string {
  const { attributes } = element;
  const [cx, cy] = [emuOf(attributes['svg:cx']), emuOf(attributes['svg:cy'])];
  const [rx, ry] = ['svg:rx', 'svg:ry'].map((name) => emuOf(attributes[name] ?? attributes['svg:r']));
  const placeByCentre =
    cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined
      ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, rotation: 0, flips: UNFLIPPED, isSkewed: false }
      : undefined;
  const place = placeOf(element) ?? placeByCentre;
  if (!place) return withoutPlace(target);
  const kind = attributes['draw:kind'] ?? 'full';
  if (kind === 'full') return shapeXml(element, place, exactGeometry(ELLIPSE), target);
  const angle = (name: string): number => ((degreesOf(attributes[name]) ?? 0) * Math.PI) / 180;
  // Angles of OpenDocument are anticlockwise, those of paths clockwise.
  const [startAngle, endAngle] = [-angle('draw:start-angle'), -angle('draw:end-angle')];
  const difference = endAngle - startAngle;
  const sweep = difference >= 0 ? difference - 2 * Math.PI : difference;
  const [w, h] = [place.width / 2, place.height / 2];
  const start = [w + w * Math.cos(startAngle), h + h * Math.sin(startAngle)] as const;
  const steps: PathStep[] = [{ kind: 'move', to: start }, ...arcSteps([w, h], [w, h], startAngle, sweep)];
  if (kind === 'section') steps.push({ kind: 'line', to: [w, h] });
  if (kind !== 'arc') steps.push({ kind: 'close' });
  const path: ShapePath = { steps, isFilled: kind !== 'arc', hasLine: true };
  const view = { x: 0, y: 0, width: place.width, height: place.height };
  return shapeXml(element, place, exactGeometry(customGeometry([path], view, place)), target);
}

/** A regular polygon, or a star. */
export function regularPolygon(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  const corners = Math.max(3, Math.min(100, Math.round(Number(element.attributes['draw:corners'])) || 3));
  if (!place) return withoutPlace(target);
  const isStar = element.attributes['draw:concave'] === 'true';
  const innerRadius = isStar ? 1 - (percentOf(element.attributes['draw:sharpness']) ?? 0.5) : 1;
  const count = isStar ? 2 * corners : corners;
  const [w, h] = [place.width / 2, place.height / 2];
  const steps = Array.from({ length: count }, (_, index): PathStep => {
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
    exactGeometry(customGeometry([path], { x: 0, y: 0, width: place.width, height: place.height }, place)),
    target,
  );
}

/** A rectangle, whose corners may be round. */
export function rectangle(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  const radius = emuOf(element.attributes['draw:corner-radius'] ?? element.attributes['svg:rx']);
  if (!place) return withoutPlace(target);
  const shorter = Math.min(place.width, place.height);
  return shapeXml(
    element,
    place,
    exactGeometry(radius && shorter > 0 ? roundRectangle(radius / shorter) : RECTANGLE),
    target,
  );
}

/** A shape whose geometry the file describes. */
export function customShape(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  if (!place) return withoutPlace(target);
  return shapeXml(element, place, enhancedGeometry(childAt(element, 'draw:enhanced-geometry'), place), target);
}

/** A caption as a text box: its line is lost. */
export function caption(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  target.warnApproximate('a caption has no line to what it names');
  return place ? shapeXml(element, place, exactGeometry(RECTANGLE), target) : withoutPlace(target);
}
