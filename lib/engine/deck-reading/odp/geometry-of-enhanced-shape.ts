import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { createShapeFormulaEvaluator } from './create-shape-formula-evaluator.ts';
import { evaluatePathToken, parseOdfEnhancedPaths, tokensOfEnhancedPath } from './enhanced-path.ts';
import { EMU_PER_HUNDREDTH_MM } from './odf-units.ts';
import { customGeometryXml, parseShapeViewBox, type ShapeSizeInEmu, type ShapeViewBox } from './shape-path.ts';

// Custom shapes of OpenDocument: ODF 1.3 part 3, 10.6.2. Geometries of Office: ECMA-376 part 1, 20.1.9.

/** The geometry of a shape as an element of DrawingML. */
export interface DrawingMlShapeGeometry {
  /** `a:prstGeom` or `a:custGeom`. */
  xml: string;
  /** The directions in which the shape is mirrored. */
  flips: { horizontally: boolean; vertically: boolean };
  /** True if the geometry could not be translated: the shape is a rectangle. */
  isApproximate: boolean;
}

/** Preset geometries of Office (ST_ShapeType) that equal a type of OpenDocument without modifiers. */
const EQUAL_PRESETS: ReadonlyMap<string, string> = new Map([
  ['rectangle', 'rect'],
  ['mso-spt202', 'rect'],
  ['ellipse', 'ellipse'],
  ['isosceles-triangle', 'triangle'],
  ['diamond', 'diamond'],
]);
const presetGeometryXml = (name: string, guides = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`;

/** The geometry of a rectangle. */
export const RECTANGLE_GEOMETRY = presetGeometryXml('rect');
/** The geometry of an ellipse. */
export const ELLIPSE_GEOMETRY = presetGeometryXml('ellipse');
/** The geometry of a rectangle with round corners. @param radius of the corners, as a share of the shorter side, up to 0.5 */
export const roundRectangleGeometry = (radius: number): string =>
  presetGeometryXml(
    'roundRect',
    `<a:gd name="adj" fmla="val ${Math.round(Math.max(0, Math.min(0.5, radius)) * 100_000)}"/>`,
  );

/** The highest number of modifiers of a shape. */
const MAX_MODIFIERS = 100;

/** The numbers of `draw:modifiers`; 0 for invalid ones. */
const parseModifiers = (text: string | undefined): number[] =>
  (text ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, MAX_MODIFIERS)
    .map(Number)
    .map((value) => (Number.isFinite(value) ? value : 0));

/** A preset geometry of Office. @param hasModifiers true: the file has modifiers, which become the adjust values of the geometry */
function officePresetXml(name: string, modifiers: readonly number[], hasModifiers: boolean): string {
  const guides = modifiers.map((modifier, index) => {
    const guide = modifiers.length === 1 ? 'adj' : `adj${index + 1}`;
    return `<a:gd name="${guide}" fmla="val ${Math.round(modifier)}"/>`;
  });
  return presetGeometryXml(name, hasModifiers ? guides.join('') : '');
}

/** The view box of a shape that names none, as in LibreOffice. */
const DEFAULT_VIEW_BOX: ShapeViewBox = { x: 0, y: 0, width: 21_600, height: 21_600 };
/** The radius of round corners without modifiers, in units of `DEFAULT_VIEW_BOX`. */
const DEFAULT_CORNER_RADIUS = 3600;

/** The view boxes of the paths of a shape from Office, which LibreOffice writes as pairs of width and height. */
function pathViewBoxes(text: string | undefined): (ShapeViewBox | undefined)[] {
  const sides = parseModifiers(text);
  return Array.from({ length: Math.floor(sides.length / 2) }, (_, index) => {
    const [width = 0, height = 0] = sides.slice(2 * index, 2 * index + 2);
    return width > 0 && height > 0 ? { x: 0, y: 0, width, height } : undefined;
  });
}

/** The geometry of a custom shape: a preset of Office if its type has one, else its path. @param size of the shape */
export function officeGeometryOfOdpShape(
  geometry: OfficeXmlElement | undefined,
  size: ShapeSizeInEmu,
): DrawingMlShapeGeometry {
  const { attributes } = geometry ?? { attributes: {} as Readonly<Record<string, string>> };
  const isTrue = (name: string): boolean => attributes[name] === 'true';
  const flips = { horizontally: isTrue('draw:mirror-horizontal'), vertically: isTrue('draw:mirror-vertical') };
  const type = attributes['draw:type'] ?? '';
  const modifiers = parseModifiers(attributes['draw:modifiers']);
  const equalPreset = EQUAL_PRESETS.get(type);
  const createGeometry = (xml: string, isApproximate = false): DrawingMlShapeGeometry => ({
    xml,
    flips,
    isApproximate,
  });
  const hasModifiers = (attributes['draw:modifiers'] ?? '').trim() !== '';
  if (equalPreset !== undefined && !(type === 'isosceles-triangle' && hasModifiers))
    return createGeometry(presetGeometryXml(equalPreset));
  const [, officeName] = /^ooxml-([a-z][a-zA-Z0-9]*)$/.exec(type) ?? [];
  if (officeName !== undefined) return createGeometry(officePresetXml(officeName, modifiers, hasModifiers));
  if (type === 'round-rectangle') {
    const radius = hasModifiers ? (modifiers[0] ?? 0) : DEFAULT_CORNER_RADIUS;
    return createGeometry(roundRectangleGeometry(radius / DEFAULT_VIEW_BOX.width));
  }
  const declaredViewBox = parseShapeViewBox(attributes['svg:viewBox']);
  /** The size of the shape in hundredths of a millimetre. It is the view box if that of the file has no size. */
  const wholeShape = {
    x: 0,
    y: 0,
    width: size.width / EMU_PER_HUNDREDTH_MM,
    height: size.height / EMU_PER_HUNDREDTH_MM,
  };
  const viewBox: ShapeViewBox =
    declaredViewBox && declaredViewBox.width > 0 && declaredViewBox.height > 0
      ? declaredViewBox
      : declaredViewBox
        ? wholeShape
        : DEFAULT_VIEW_BOX;
  const evaluate = createShapeFormulaEvaluator({
    modifiers,
    equations: new Map(
      childElements(geometry, 'draw:equation').map(({ attributes: equation }) => [
        equation['draw:name'] ?? '',
        equation['draw:formula'] ?? '',
      ]),
    ),
    names: new Map([
      ['left', viewBox.x],
      ['top', viewBox.y],
      ['right', viewBox.x + viewBox.width],
      ['bottom', viewBox.y + viewBox.height],
      ['width', viewBox.width],
      ['height', viewBox.height],
      ['xstretch', 0],
      ['ystretch', 0],
      ['logwidth', wholeShape.width],
      ['logheight', wholeShape.height],
      ['hasstroke', 1],
      ['hasfill', 1],
      ['pi', Math.PI],
    ]),
  });
  const paths = parseOdfEnhancedPaths(attributes['draw:enhanced-path'] ?? '', evaluate);
  if (!paths) return createGeometry(RECTANGLE_GEOMETRY, true);
  const [left, top, right, bottom] = tokensOfEnhancedPath(attributes['draw:text-areas'] ?? '')
    .slice(0, 4)
    .map((token) => evaluatePathToken(token, evaluate));
  const textArea =
    left !== undefined &&
    top !== undefined &&
    right !== undefined &&
    bottom !== undefined &&
    right > left &&
    bottom > top
      ? { left, top, right, bottom }
      : undefined;
  const viewBoxes = pathViewBoxes(attributes['drawooo:sub-view-size']);
  const pathsWithViewBoxes = paths.map((path, index) =>
    viewBoxes[index] ? { ...path, view: viewBoxes[index] } : path,
  );
  return createGeometry(customGeometryXml(pathsWithViewBoxes, viewBox, size, textArea));
}
