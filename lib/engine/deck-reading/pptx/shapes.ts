import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from '../extremes.ts';
import { isAlternateContent, readAlternateContent } from './alternate-content.ts';
import { convertOfficeEquationToLine, isOfficeEquation } from './office-equation-as-line.ts';
import {
  MAX_TEXT_LEVELS,
  type ParagraphMarker,
  type PptxTextLevelStyles,
  parseListStyle,
  parseParagraphMarker,
  type TextLevelStyle,
} from './text-styles.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  directTextOfElement,
  numberInAttribute,
  type OfficeXmlElement,
} from './xml.ts';

/** A rectangle on the slide, in its units (EMU). */
export interface ShapeBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A shape of a slide, with its box on the slide even if it is in a group. */
export interface PlacedShape {
  kind: 'shape' | 'picture' | 'frame' | 'connector';
  element: OfficeXmlElement;
  id: string;
  /** Its box; null if the layout of the slide has it. */
  box: ShapeBox | null;
  /** Its description; empty: none. */
  alt: string;
}

const KIND_BY_ELEMENT: Readonly<Record<string, PlacedShape['kind']>> = {
  'p:sp': 'shape',
  'p:pic': 'picture',
  'p:graphicFrame': 'frame',
  'p:cxnSp': 'connector',
};

/** Transformation from the coordinates of a group to those of the slide. */
type BoxTransformation = (box: ShapeBox) => ShapeBox;

const readNumberPair = (transform: OfficeXmlElement | undefined, name: string, [x, y]: readonly [string, string]) => {
  const element = childElementAtPath(transform, name);
  const [firstNumber, secondNumber] = [numberInAttribute(element, x), numberInAttribute(element, y)];
  return firstNumber === undefined || secondNumber === undefined ? undefined : ([firstNumber, secondNumber] as const);
};

function readBox(transform: OfficeXmlElement | undefined, offset = 'a:off', extent = 'a:ext'): ShapeBox | null {
  const position = readNumberPair(transform, offset, ['x', 'y']);
  const size = readNumberPair(transform, extent, ['cx', 'cy']);
  return position && size ? { x: position[0], y: position[1], width: size[0], height: size[1] } : null;
}

function transformationOfGroup(group: OfficeXmlElement, outerTransformation: BoxTransformation): BoxTransformation {
  const transform = childElementAtPath(group, 'p:grpSpPr', 'a:xfrm');
  const groupBox = readBox(transform);
  const innerBox = readBox(transform, 'a:chOff', 'a:chExt');
  if (!groupBox || !innerBox || innerBox.width === 0 || innerBox.height === 0) return outerTransformation;
  const [scaleX, scaleY] = [groupBox.width / innerBox.width, groupBox.height / innerBox.height];
  return ({ x, y, width, height }) =>
    outerTransformation({
      x: groupBox.x + (x - innerBox.x) * scaleX,
      y: groupBox.y + (y - innerBox.y) * scaleY,
      width: width * scaleX,
      height: height * scaleY,
    });
}

/** The element with the id, the name and the description of a shape (`p:cNvPr`). */
const propertiesOf = (element: OfficeXmlElement): OfficeXmlElement | undefined =>
  childElements(element)
    .filter(({ name }) => /^p:nv\w+Pr$/.test(name))
    .map((properties) => childElementAtPath(properties, 'p:cNvPr'))[0];

const transformOf = (element: OfficeXmlElement): OfficeXmlElement | undefined =>
  childElementAtPath(element, 'p:spPr', 'a:xfrm') ?? childElementAtPath(element, 'p:xfrm');

/** Kinds of frames, by the last part of their `uri`. */
const IMPORTABLE_FRAMES = ['table', 'chart', 'diagram'];

/** The last part of the `uri` that names the content of a frame. */
export const contentKindOfGraphicFrame = (frame: OfficeXmlElement): string =>
  (childElementAtPath(frame, 'a:graphic', 'a:graphicData')?.attributes.uri ?? '').split('/').at(-1) ?? '';

/** Reports whether a shape has content that can be imported. A shape for an equation without text has none. */
function isImportable({ kind, element }: PlacedShape): boolean {
  if (kind === 'frame') return IMPORTABLE_FRAMES.includes(contentKindOfGraphicFrame(element));
  if (kind === 'shape') return descendantsOf(element, 'a14:m').length === 0 || hasText(element);
  return true;
}

const hasText = (shape: OfficeXmlElement): boolean =>
  paragraphsOfTextBody(childElementAtPath(shape, 'p:txBody')).some(({ text }) => text.trim() !== '');

/** The picture that fills a shape; undefined for a tiled one, which is a pattern. */
const pictureFillOf = (shape: OfficeXmlElement): OfficeXmlElement | undefined => {
  const fill = childElementAtPath(shape, 'p:spPr', 'a:blipFill');
  return childElementAtPath(fill, 'a:tile') ? undefined : fill;
};

/**
 * All shapes of a slide in the order in which they are painted; groups are opened, hidden shapes are left out. A shape that a picture
 * fills is that picture, and what is written on it.
 */
export function placedShapesOf(slide: OfficeXmlElement): PlacedShape[] {
  const shapesWithin = (parent: OfficeXmlElement, toSlideBox: BoxTransformation): PlacedShape[] =>
    childElements(parent).flatMap((element) => {
      if (isAlternateContent(element))
        return (
          readAlternateContent(
            element,
            (alternative) => shapesWithin(alternative, toSlideBox),
            (shapes) => shapes.some(isImportable),
          ) ?? []
        );
      if (element.name === 'p:grpSp') return shapesWithin(element, transformationOfGroup(element, toSlideBox));
      const kind = ownPropertyValue(KIND_BY_ELEMENT, element.name);
      if (!kind) return [];
      const { id = '', descr = '', hidden } = propertiesOf(element)?.attributes ?? {};
      if (hidden === '1' || hidden === 'true') return [];
      const box = readBox(transformOf(element));
      const shape = { kind, element, id, box: box && toSlideBox(box), alt: descr };
      if (kind !== 'shape' || !pictureFillOf(element)) return [shape];
      return [{ ...shape, kind: 'picture' as const }, ...(hasText(element) ? [shape] : [])];
    });
  const tree = childElementAtPath(slide, 'p:cSld', 'p:spTree');
  return tree ? shapesWithin(tree, (box) => box) : [];
}

/** The placeholder element of a shape; undefined for a shape that is not a placeholder. */
export const placeholderElementOf = ({ element }: PlacedShape): OfficeXmlElement | undefined =>
  childElements(element)
    .map((properties) => childElementAtPath(properties, 'p:nvPr', 'p:ph'))
    .find((placeholder) => placeholder !== undefined);

/** The kind of placeholder of a shape; undefined for a shape that is not a placeholder. */
export function placeholderKindOf(shape: PlacedShape): string | undefined {
  const placeholder = placeholderElementOf(shape);
  return placeholder && (placeholder.attributes.type ?? 'obj');
}

/** A quarter of a turn in the unit of angles of Office (ST_Angle): 60,000ths of a degree. */
const QUARTER_TURN = 90 * 60_000;

/** Reports whether the text of a shape is vertical, as the name of an axis may be. */
export function isShapeTextVertical({ element }: PlacedShape): boolean {
  const { vert = 'horz' } = childElementAtPath(element, 'p:txBody', 'a:bodyPr')?.attributes ?? {};
  const quarterTurns = Math.round((numberInAttribute(transformOf(element), 'rot') ?? 0) / QUARTER_TURN);
  return vert === 'vert' || vert === 'vert270' || quarterTurns % 2 !== 0;
}

/** A paragraph of a shape. */
export interface ShapeParagraph {
  /** Lines are separated by `\n`. */
  text: string;
  /** Depth of nesting, from 0. */
  level: number;
  marker: ParagraphMarker;
  /** Size of its largest run, in points; absent if the layout decides. */
  size?: number | undefined;
}

/** An escaped control character, as Office writes it: `_x000B_`. */
const ESCAPED_CONTROL = /_x00(0[0-9A-F]|1[0-9A-F])_/g;

function textOfPart(element: OfficeXmlElement): string {
  if (element.name === 'a:t') return directTextOfElement(element);
  if (element.name === 'a:br') return '\n';
  if (isOfficeEquation(element)) return convertOfficeEquationToLine(element).text;
  if (isAlternateContent(element))
    return readAlternateContent(element, textWithin, (text) => removeControls(text).trim() !== '') ?? '';
  return textWithin(element);
}

const textWithin = (element: OfficeXmlElement): string => childElements(element).map(textOfPart).join('');

const removeControls = (text: string): string => text.replace(ESCAPED_CONTROL, ' ');

/** The text of a paragraph: runs, fields, equations and line breaks. */
export const paragraphText = (paragraph: OfficeXmlElement): string => removeControls(textWithin(paragraph));

/** The styles that the paragraphs of a text body inherit, for properties that neither they nor the body names. */
export interface InheritedParagraphStyles {
  /** An earlier style overrides a later one. */
  styles: readonly PptxTextLevelStyles[];
  /** The marker of a paragraph if no style names one. */
  marker: ParagraphMarker;
}

const NOTHING_INHERITED: InheritedParagraphStyles = { styles: [], marker: 'usual' };

/** The factor, up to 1, by which a text was shrunk to fit its shape. */
const shrinkFactorOf = (body: OfficeXmlElement | undefined): number => {
  const percent = numberInAttribute(childElementAtPath(body, 'a:bodyPr', 'a:normAutofit'), 'fontScale');
  return percent === undefined ? 1 : percent / 100_000;
};

/** The paragraphs of a text body, empty ones included. */
export function paragraphsOfTextBody(
  body: OfficeXmlElement | undefined,
  inherited = NOTHING_INHERITED,
): ShapeParagraph[] {
  const styles = [parseListStyle(childElementAtPath(body, 'a:lstStyle')), ...inherited.styles];
  const firstDefined = <Value>(
    level: number,
    pick: (style: TextLevelStyle) => Value | undefined,
  ): Value | undefined => {
    for (const style of styles) {
      const value = style[level] && pick(style[level]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const shrinkFactor = shrinkFactorOf(body);
  return childElements(body, 'a:p').map((paragraph) => {
    const properties = childElementAtPath(paragraph, 'a:pPr');
    const level = Math.min(MAX_TEXT_LEVELS - 1, Math.max(0, Math.trunc(numberInAttribute(properties, 'lvl') ?? 0)));
    const sizes = childElements(paragraph).flatMap(
      (run) => numberInAttribute(childElementAtPath(run, 'a:rPr'), 'sz') ?? [],
    );
    const size = sizes.length > 0 ? largestOf(sizes) / 100 : firstDefined(level, (style) => style.size);
    return {
      text: paragraphText(paragraph),
      level,
      marker: parseParagraphMarker(properties) ?? firstDefined(level, ({ marker }) => marker) ?? inherited.marker,
      size: size === undefined ? undefined : size * shrinkFactor,
    };
  });
}

/** The paragraphs of a shape. */
export const paragraphsOfShape = ({ element }: PlacedShape, inherited?: InheritedParagraphStyles): ShapeParagraph[] =>
  paragraphsOfTextBody(childElementAtPath(element, 'p:txBody'), inherited);
