import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from '../extremes.ts';
import { isAlternateContent, readAlternateContent } from './alternate-content.ts';
import { isOfficeEquation, officeEquationAsLine } from './office-equation-as-line.ts';
import {
  MAX_TEXT_LEVELS,
  type ParagraphMarker,
  type PptxTextStyle,
  parseListStyle,
  parseParagraphMarker,
  type TextLevelStyle,
} from './text-styles.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  numberInAttribute,
  type OfficeXmlElement,
  textOfElement,
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
  alt: string;
}

const KINDS: Readonly<Record<string, PlacedShape['kind']>> = {
  'p:sp': 'shape',
  'p:pic': 'picture',
  'p:graphicFrame': 'frame',
  'p:cxnSp': 'connector',
};

/** Transformation from the coordinates of a group to those of the slide. */
type Place = (box: ShapeBox) => ShapeBox;

const pointAt = (transform: OfficeXmlElement | undefined, name: string, [x, y]: readonly [string, string]) => {
  const element = childElementAtPath(transform, name);
  const [first, second] = [numberInAttribute(element, x), numberInAttribute(element, y)];
  return first === undefined || second === undefined ? undefined : ([first, second] as const);
};

function boxIn(transform: OfficeXmlElement | undefined, offset = 'a:off', extent = 'a:ext'): ShapeBox | null {
  const at = pointAt(transform, offset, ['x', 'y']);
  const size = pointAt(transform, extent, ['cx', 'cy']);
  return at && size ? { x: at[0], y: at[1], width: size[0], height: size[1] } : null;
}

function placeInGroup(group: OfficeXmlElement, outer: Place): Place {
  const transform = childElementAtPath(group, 'p:grpSpPr', 'a:xfrm');
  const own = boxIn(transform);
  const inner = boxIn(transform, 'a:chOff', 'a:chExt');
  if (!own || !inner || inner.width === 0 || inner.height === 0) return outer;
  const [scaleX, scaleY] = [own.width / inner.width, own.height / inner.height];
  return ({ x, y, width, height }) =>
    outer({
      x: own.x + (x - inner.x) * scaleX,
      y: own.y + (y - inner.y) * scaleY,
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
const KNOWN_FRAMES = ['table', 'chart', 'diagram'];

/** The last part of the `uri` that names the content of a frame. */
export const contentKindOfFrame = (frame: OfficeXmlElement): string =>
  (childElementAtPath(frame, 'a:graphic', 'a:graphicData')?.attributes.uri ?? '').split('/').at(-1) ?? '';

/** Reports whether a shape has content that can be imported. A shape for an equation without text has none. */
function givesSomething({ kind, element }: PlacedShape): boolean {
  if (kind === 'frame') return KNOWN_FRAMES.includes(contentKindOfFrame(element));
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
  const within = (parent: OfficeXmlElement, place: Place): PlacedShape[] =>
    childElements(parent).flatMap((element) => {
      if (isAlternateContent(element))
        return (
          readAlternateContent(
            element,
            (form) => within(form, place),
            (found) => found.some(givesSomething),
          ) ?? []
        );
      if (element.name === 'p:grpSp') return within(element, placeInGroup(element, place));
      const kind = ownPropertyValue(KINDS, element.name);
      if (!kind) return [];
      const { id = '', descr = '', hidden } = propertiesOf(element)?.attributes ?? {};
      if (hidden === '1' || hidden === 'true') return [];
      const box = boxIn(transformOf(element));
      const shape = { kind, element, id, box: box && place(box), alt: descr };
      if (kind !== 'shape' || !pictureFillOf(element)) return [shape];
      return [{ ...shape, kind: 'picture' as const }, ...(hasText(element) ? [shape] : [])];
    });
  const tree = childElementAtPath(slide, 'p:cSld', 'p:spTree');
  return tree ? within(tree, (box) => box) : [];
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

const QUARTER = 90 * 60_000;

/** Reports whether the text of a shape is vertical, as the name of an axis may be. */
export function isShapeTextVertical({ element }: PlacedShape): boolean {
  const { vert = 'horz' } = childElementAtPath(element, 'p:txBody', 'a:bodyPr')?.attributes ?? {};
  const turns = Math.round((numberInAttribute(transformOf(element), 'rot') ?? 0) / QUARTER);
  return vert === 'vert' || vert === 'vert270' || turns % 2 !== 0;
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

/** Control characters that Office writes as `_x000B_`. */
const ESCAPED_CONTROL = /_x00(0[0-9A-F]|1[0-9A-F])_/g;

function writtenIn(element: OfficeXmlElement): string {
  if (element.name === 'a:t') return textOfElement(element);
  if (element.name === 'a:br') return '\n';
  if (isOfficeEquation(element)) return officeEquationAsLine(element).text;
  if (isAlternateContent(element))
    return readAlternateContent(element, writtenWithin, (text) => withoutControls(text).trim() !== '') ?? '';
  return writtenWithin(element);
}

const writtenWithin = (element: OfficeXmlElement): string => childElements(element).map(writtenIn).join('');

const withoutControls = (text: string): string => text.replace(ESCAPED_CONTROL, ' ');

/** The text of a paragraph: runs, fields, equations and line breaks. */
export const paragraphText = (paragraph: OfficeXmlElement): string => withoutControls(writtenWithin(paragraph));

/** Properties of paragraphs that name none. */
export interface InheritedParagraphStyles {
  /** The styles that they inherit; an earlier style overrides a later one. */
  styles: readonly PptxTextStyle[];
  /** Marker where no style names one. */
  marker: ParagraphMarker;
}

const NOTHING_INHERITED: InheritedParagraphStyles = { styles: [], marker: 'usual' };

/** The factor, up to 1, by which a text was shrunk to fit its shape. */
const scaleOf = (body: OfficeXmlElement | undefined): number => {
  const percent = numberInAttribute(childElementAtPath(body, 'a:bodyPr', 'a:normAutofit'), 'fontScale');
  return percent === undefined ? 1 : percent / 100_000;
};

/** The paragraphs of a text body, empty ones included. */
export function paragraphsOfTextBody(
  body: OfficeXmlElement | undefined,
  inherited = NOTHING_INHERITED,
): ShapeParagraph[] {
  const styles = [parseListStyle(childElementAtPath(body, 'a:lstStyle')), ...inherited.styles];
  const first = <Value>(level: number, pick: (style: TextLevelStyle) => Value | undefined): Value | undefined => {
    for (const style of styles) {
      const value = style[level] && pick(style[level]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const scale = scaleOf(body);
  return childElements(body, 'a:p').map((paragraph) => {
    const properties = childElementAtPath(paragraph, 'a:pPr');
    const level = Math.min(MAX_TEXT_LEVELS - 1, Math.max(0, Math.trunc(numberInAttribute(properties, 'lvl') ?? 0)));
    const sizes = childElements(paragraph).flatMap(
      (run) => numberInAttribute(childElementAtPath(run, 'a:rPr'), 'sz') ?? [],
    );
    const size = sizes.length > 0 ? largestOf(sizes) / 100 : first(level, (style) => style.size);
    return {
      text: paragraphText(paragraph),
      level,
      marker: parseParagraphMarker(properties) ?? first(level, ({ marker }) => marker) ?? inherited.marker,
      size: size === undefined ? undefined : size * scale,
    };
  });
}

/** The paragraphs of a shape. */
export const paragraphsOfShape = ({ element }: PlacedShape, inherited?: InheritedParagraphStyles): ShapeParagraph[] =>
  paragraphsOfTextBody(childElementAtPath(element, 'p:txBody'), inherited);
