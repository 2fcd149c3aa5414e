import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from './extremes.ts';
import { readPicturePixelCount } from './odp/picture-facts.ts';
import { parseSvgTree, type SvgElement } from './parse-svg-tree.ts';
import { CSS_FILTER_FUNCTION_COST_MS, svgFilterStepCostMs } from './svg-filters.ts';
import { measureSvgShape, svgLengthInUnits } from './svg-shape-measures.ts';
import {
  parseSvgStyleAttribute,
  parseSvgStyleRules,
  type SvgProperties,
  type SvgStyleRules,
  svgRulesForElement,
} from './svg-styles.ts';
import {
  parseSvgNumberList,
  parseSvgViewBoxSize,
  type SvgViewSize,
  scaleBoundOfSvgTransform,
  svgViewAndScaleOf,
} from './svg-view-size.ts';

// All times were measured: milliseconds of processor time that librsvg 2.63 takes for a drawing of 1920 × 1920 pixels on a core of 3 GHz.

/** The longest time that one SVG may take to be drawn. */
const MAX_MS = 10_000;
/** Reading an element. */
const READ_MS = 0.035;
/** Drawing an element once. */
const ELEMENT_MS = 0.025;
/** Painting the whole drawing. */
const CANVAS_MS = 2.5;
/** Filling an outline line by line, from the top of the drawing to its bottom. */
const OUTLINE_MS = 1.2;
/** A text, without its letters. */
const TEXT_MS = 0.8;
/** A letter of a text. */
const LETTER_MS = 0.1;
/** The square of the number of letters in one run that takes a millisecond more. */
const SQUARED_LETTERS_PER_MS = 8000;
// Layers that are painted separately.
const OPACITY_MS = 4;
const BLEND_MS = 40;
const MASK_MS = 55;
const CLIP_MS = 0.3;
/** A clip path in the units of the box of its element. */
const BOX_CLIP_MS = 6.5;
/** A filter, without its steps. */
const FILTER_MS = 33;
/** Decoding a pixel of a picture and making the picture smaller. */
const PIXEL_MS = 45e-6;
/** A gradient or one of its stops, each time that the gradient is used. */
const GRADIENT_MS = 0.006;
/** Elements of gradients. */
const GRADIENT_ELEMENTS = new Set(['linearGradient', 'radialGradient', 'stop']);

/** The deepest nesting of elements and references. */
const MAX_DEPTH = 500;
/** The deepest nesting of layers: each takes up to 15 MB. */
const MAX_LAYERS = 25;
/** The highest number of visits of elements and references; an element whose work cannot be remembered is visited again for each reference. */
const MAX_VISITS = 2_000_000;
/** The deepest nesting of SVGs within SVGs. */
const MAX_NESTED = 4;
/** The highest number of pixels of all pictures in an SVG: decoded, each takes up to ten bytes. */
const MAX_PIXELS = 40_000_000;
/** The highest number of characters before the data of a `data:` address. */
const MAX_DATA_HEAD_CHARACTERS = 200;
/** Pixels of the longer side of the drawing. */
const LONG_SIDE_PIXELS = 1920;

/** Elements that are drawn only where something refers to them. */
const UNDRAWN_ELEMENTS = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
  'style',
  'title',
  'desc',
  'metadata',
  'script',
]);

/** The value of a units attribute with which lengths are shares of the box of the referring element. */
const BOX_UNITS = 'objectBoundingBox';

/** Elements of text. */
const TEXT_ELEMENTS = new Set(['text', 'tspan', 'textPath', 'tref', 'a']);

const MARKER_PROPERTIES = ['marker', 'marker-start', 'marker-mid', 'marker-end'];

/** The work of drawing an element once. Areas and lengths are in the units of the element around it. */
interface Work {
  /** Milliseconds that do not depend on the size. */
  fixed: number;
  /** Sum of painted areas, each times the milliseconds of painting the whole drawing. */
  area: number;
  /** Sum of lengths, each times the milliseconds of an outline as long as a side of the drawing. */
  length: number;
  /** Number of shapes that inherit their fill. */
  fills: number;
  /** Number of shapes that inherit their stroke. */
  strokes: number;
  /** Number of points that inherit their markers. */
  vertices: number;
  /** Depth of nested layers. */
  layers: number;
}

const noWork = (): Work => ({ fixed: 0, area: 0, length: 0, fills: 0, strokes: 0, vertices: 0, layers: 0 });

/** Adds work that is done `times` times, `scale` times as large in both directions. */
function addWork(target: Work, addedWork: Work, times = 1, scale = 1): void {
  target.fixed += addedWork.fixed * times;
  target.area += addedWork.area * times * scale ** 2;
  target.length += addedWork.length * times * scale;
  target.fills += addedWork.fills * times;
  target.strokes += addedWork.strokes * times;
  target.vertices += addedWork.vertices * times;
  target.layers = Math.max(target.layers, addedWork.layers);
}

/** The error for an SVG that takes more work than one may. */
class TooMuchWork extends Error {}

/** The ids to which a value refers. */
const referencesIn = (value: string): string[] =>
  [...value.matchAll(/url\(\s*["']?\s*#([^"')]*)/gi)].map(([, id = '']) => id.trim());

/** Estimates the work of drawing one SVG. */
class WorkEstimator {
  private readonly ids = new Map<string, SvgElement>();
  private readonly workByElement = new Map<SvgElement, Work>();
  private readonly elementsBeingCounted = new Set<SvgElement>();
  private readonly patterns: SvgElement[] = [];
  private readonly view: SvgViewSize;
  private readonly rules: SvgStyleRules;
  private readonly root: SvgElement;
  private readonly nestingDepth: number;
  /** The largest factor by which one transform enlarges. */
  private largestScale = 1;
  /** The smallest factor by which one transform enlarges. */
  private smallestScale = 1;
  private pixelCount = 0;
  private visitCount = 0;
  private depth = 0;
  /** True if an element being counted refers to an element around it: its work is incomplete, and must not be remembered. */
  private isInSelfReference = false;
  private elementCount = 0;
  /** True if a transform may turn something, so that horizontal lines may become vertical ones. */
  private isTurned: boolean;

  constructor(root: SvgElement, styles: string, nestingDepth: number) {
    this.rules = parseSvgStyleRules(styles);
    this.nestingDepth = nestingDepth;
    this.root = root.children[0] ?? root;
    this.isTurned = styles.includes('transform');
    const largestShape = { width: 1, height: 1 };
    const viewBoxSides = [0];
    const { viewBox, width, height } = this.root.attributes;
    const isSized =
      viewBox !== undefined || (Number.parseFloat(width ?? '') > 0 && Number.parseFloat(height ?? '') > 0);
    const walk = (element: SvgElement): void => {
      this.elementCount += 1;
      const { id, transform, patternTransform } = element.attributes;
      if (id !== undefined && !this.ids.has(id)) this.ids.set(id, element);
      this.isTurned ||= /rotate|skew|matrix/i.test(`${transform ?? ''} ${element.attributes.style ?? ''}`);
      if (element.name === 'pattern') this.patterns.push(element);
      const scales = [scaleBoundOfSvgTransform(transform), scaleBoundOfSvgTransform(patternTransform)];
      this.largestScale = Math.max(this.largestScale, ...scales);
      this.smallestScale = Math.min(this.smallestScale, ...scales.filter((scale) => scale > 0));
      const [, , boxWidth = 0, boxHeight = 0] = parseSvgNumberList(element.attributes.viewBox);
      if (element !== this.root) viewBoxSides.push(Math.max(boxWidth, boxHeight));
      const side = isSized ? 0 : Math.sqrt(measureSvgShape(element, largestShape, 0).area);
      if (side > largestShape.width) [largestShape.width, largestShape.height] = [side, side];
      element.children.forEach(walk);
    };
    walk(this.root);
    // Without a size, the drawing is as large as its largest shape.
    const outerSize =
      isSized && width && height
        ? { width: svgLengthInUnits(width, 100), height: svgLengthInUnits(height, 100) }
        : largestShape;
    const { view } = svgViewAndScaleOf(
      this.root,
      isSized && !(width && height) ? parseSvgViewBoxSize(viewBox, largestShape) : outerSize,
    );
    this.view = view;
    // A larger view box within the drawing makes its content smaller.
    const largestBox = viewBoxSides.reduce((largestSide, side) => Math.max(largestSide, side), 0);
    this.smallestScale /= Math.max(1, largestBox / Math.min(view.width, view.height));
  }

  /** Milliseconds of the whole SVG. @throws TooMuchWork */
  milliseconds(): number {
    return READ_MS * this.elementCount + this.toMilliseconds(this.workOf(this.root, true));
  }

  private toMilliseconds({ fixed, area, length, layers }: Work): number {
    const { width, height } = this.view;
    if (layers > MAX_LAYERS) throw new TooMuchWork();
    return fixed + area / (width * height) + length / Math.sqrt(width * height);
  }

  /** The work of drawing an element once. @param isUsed true: something refers to the element, so that it is drawn in any case */
  private workOf(element: SvgElement, isUsed = false): Work {
    const knownWork = this.workByElement.get(element);
    if (knownWork) return knownWork;
    this.countVisit();
    if (UNDRAWN_ELEMENTS.has(element.name) && !isUsed) return noWork();
    if (this.elementsBeingCounted.has(element)) {
      // The library that draws an SVG does not follow a reference from within an element to that element.
      this.isInSelfReference = true;
      return noWork();
    }
    if (this.depth > MAX_DEPTH) throw new TooMuchWork();
    this.depth += 1;
    this.elementsBeingCounted.add(element);
    const wasInSelfReference = this.isInSelfReference;
    this.isInSelfReference = false;
    const work = this.countElement(element);
    if (this.toMilliseconds({ ...work, area: 0, length: 0 }) > MAX_MS) throw new TooMuchWork();
    if (!this.isInSelfReference) this.workByElement.set(element, work);
    this.isInSelfReference ||= wasInSelfReference;
    this.elementsBeingCounted.delete(element);
    this.depth -= 1;
    return work;
  }

  private countVisit(): void {
    this.visitCount += 1;
    if (this.visitCount > MAX_VISITS) throw new TooMuchWork();
  }

  private countElement(element: SvgElement): Work {
    const { name, attributes } = element;
    const style = parseSvgStyleAttribute(attributes.style);
    const rules = svgRulesForElement(this.rules, name, attributes);
    const valuesOf = (property: string): string[] => this.valuesOf(property, attributes, style, rules);
    const isSet = (property: string): boolean =>
      ownPropertyValue(attributes, property) !== undefined || style.has(property);
    const strokeMargin =
      largestOf([0, ...valuesOf('stroke-width').map((value) => svgLengthInUnits(value, this.view.width))]) / 2;
    const { area, length, rise, vertices } = measureSvgShape(element, this.view, strokeMargin);
    const { width, height } = this.view;
    // What is beyond the drawing is not painted. Two transforms may bring it in.
    const paintedArea = Math.min(area, (4 * width * height) / this.smallestScale ** 4);
    const fixed = GRADIENT_ELEMENTS.has(name) ? GRADIENT_MS : ELEMENT_MS;
    const work = {
      ...noWork(),
      fixed,
      area: CANVAS_MS * paintedArea,
      length: OUTLINE_MS * (this.isTurned ? length : rise),
    };
    if (vertices > 0 || TEXT_ELEMENTS.has(name)) {
      work.fills = isSet('fill') ? 0 : 1;
      work.strokes = isSet('stroke') ? 0 : 1;
      work.vertices = vertices;
    }
    const { letters } = element;
    if (letters > 0 && TEXT_ELEMENTS.has(name))
      work.fixed += LETTER_MS * letters + letters ** 2 / SQUARED_LETTERS_PER_MS;
    if (name === 'text') work.fixed += TEXT_MS;
    for (const child of element.children) addWork(work, this.workOf(child));
    this.addReferencedElement(work, element);
    this.addPaints(work, valuesOf);
    this.addLayers(work, element, valuesOf);
    return this.toOuterUnits(work, element);
  }

  /** All values that a property of an element can have. */
  private valuesOf(
    property: string,
    attributes: SvgElement['attributes'],
    style: SvgProperties,
    rules: readonly SvgProperties[],
  ): string[] {
    const values = [
      ownPropertyValue(attributes, property) ?? [],
      style.get(property) ?? [],
      rules.map((rule) => rule.get(property) ?? []),
    ];
    const allValues = values.flat(2);
    this.visitCount += allValues.length;
    return allValues;
  }

  /** Adds the work of the element or the picture to which `href` refers. */
  private addReferencedElement(work: Work, { name, attributes }: SvgElement): void {
    const href = (attributes.href ?? '').trim();
    if (name === 'image' || name === 'feImage') this.addPicture(work, href);
    if (!href.startsWith('#')) return;
    const target = this.ids.get(href.slice(1));
    if (!target) return;
    const width = svgLengthInUnits(attributes.width, this.view.width);
    const height = svgLengthInUnits(attributes.height, this.view.height);
    // A symbol, or an SVG, is made as large as its use says.
    const isResized = target.name === 'symbol' || target.name === 'svg';
    const scale = isResized ? Math.max(1, width / this.view.width, height / this.view.height) : 1;
    addWork(work, this.workOf(target, true), 1, scale);
  }

  /** Adds the work of a picture in the SVG, which may be an SVG itself. */
  private addPicture(work: Work, href: string): void {
    const [, type = '', base64Marker] =
      /^data:([^,;]*)[^,]*?(;\s*base64\s*)?,/i.exec(href.slice(0, MAX_DATA_HEAD_CHARACTERS)) ?? [];
    const isSvg = /^image\/svg/i.test(type);
    if (!/^data:/i.test(href)) return;
    const data = decodePercentEscapes(href.slice(href.indexOf(',') + 1));
    const bytes = Buffer.from(data, base64Marker ? 'base64' : isSvg ? 'utf8' : 'latin1');
    if (isSvg) {
      if (this.nestingDepth >= MAX_NESTED) throw new TooMuchWork();
      work.fixed += estimateMilliseconds(bytes.toString('utf8'), this.nestingDepth + 1);
      return;
    }
    const pixels = readPicturePixelCount(bytes);
    this.pixelCount += pixels;
    if (this.pixelCount > MAX_PIXELS) throw new TooMuchWork();
    work.fixed += pixels * PIXEL_MS;
  }

  /** Adds the work of the patterns, gradients and markers that an element sets for the shapes within it. */
  private addPaints(work: Work, valuesOf: (property: string) => string[]): void {
    for (const property of MARKER_PROPERTIES)
      for (const marker of this.findTargets(valuesOf(property), 'marker'))
        addWork(work, this.workOf(marker, true), Math.max(1, work.vertices));
    for (const [property, inheritingCount] of [
      ['fill', 'fills'],
      ['stroke', 'strokes'],
    ] as const)
      for (const paint of this.findTargets(valuesOf(property), 'pattern', 'linearGradient', 'radialGradient'))
        addWork(
          work,
          { ...this.workOf(paint, true), fills: 0, strokes: 0, vertices: 0 },
          Math.max(1, work[inheritingCount]),
        );
  }

  private findTargets(values: readonly string[], ...names: readonly string[]): SvgElement[] {
    const contextPatterns = values.some((value) => value.startsWith('context-')) ? this.patterns : [];
    const targets = values.flatMap(referencesIn).flatMap((id) => this.ids.get(id) ?? []);
    this.visitCount += targets.length + contextPatterns.length;
    return [...targets.filter(({ name }) => names.includes(name)), ...contextPatterns];
  }

  /** Adds the layers of an element that are painted separately, and the content to which they refer. */
  private addLayers(work: Work, element: SvgElement, valuesOf: (property: string) => string[]): void {
    const isBelowOne = (value: string): boolean => svgLengthInUnits(value, 1) < 1;
    let layers = 0;
    if (valuesOf('opacity').some(isBelowOne)) [work.fixed, layers] = [work.fixed + OPACITY_MS, layers + 1];
    if (valuesOf('mix-blend-mode').some((value) => value !== 'normal') || valuesOf('isolation').includes('isolate'))
      [work.fixed, layers] = [work.fixed + BLEND_MS, layers + 1];
    for (const clip of this.findTargets(valuesOf('clip-path'), 'clipPath')) {
      addWork(work, this.workInBoxUnits(clip, 'clipPathUnits'));
      work.fixed += clip.attributes.clipPathUnits === BOX_UNITS ? BOX_CLIP_MS : CLIP_MS;
    }
    for (const mask of this.findTargets(valuesOf('mask'), 'mask')) {
      addWork(work, this.workInBoxUnits(mask, 'maskContentUnits'));
      work.fixed += MASK_MS;
      layers += 1;
    }
    for (const value of valuesOf('filter')) {
      const filters = this.findTargets([value], 'filter');
      for (const filter of filters) this.addFilter(work, filter, element);
      // Functions of CSS, such as `blur(2px)`, are filters on what they are applied to.
      const functionCount = value.match(/[a-z-]+\(/gi)?.filter((name) => !/^url\(/i.test(name)).length ?? 0;
      work.fixed += functionCount * CSS_FILTER_FUNCTION_COST_MS;
      if (filters.length + functionCount > 0) layers += 1;
    }
    work.layers += layers;
  }

  /** The work of an element whose units may be the sides of the element that refers to it. */
  private workInBoxUnits(target: SvgElement, units: string): Work {
    const work = { ...this.workOf(target, true), fills: 0, strokes: 0, vertices: 0 };
    if (ownPropertyValue(target.attributes, units) !== BOX_UNITS) return work;
    const { width, height } = this.view;
    return { ...work, area: work.area * width * height, length: work.length * Math.sqrt(width * height) };
  }

  private addFilter(work: Work, filter: SvgElement, target: SvgElement): void {
    this.workOf(filter, true);
    const stepMs = this.stepMilliseconds(filter);
    const { width, height } = this.view;
    const { x = '', width: widthText = '', height: heightText = '', filterUnits } = filter.attributes;
    const isBox = filterUnits !== 'userSpaceOnUse';
    const boxSide = isBox ? Math.sqrt(measureSvgShape(target, this.view, 0).area) : 0;
    const [filterWidth, filterHeight] = isBox
      ? [svgLengthInUnits(widthText || '120%', 1) * boxSide, svgLengthInUnits(heightText || '120%', 1) * boxSide]
      : [svgLengthInUnits(widthText || '120%', width), svgLengthInUnits(heightText || '120%', height)];
    // The box of a group, a text or a use is not known here.
    const isSizeKnown = isBox ? boxSide > 0 : x !== '' || widthText !== '';
    const share = isSizeKnown ? Math.min(1, Math.abs(filterWidth * filterHeight) / (width * height)) : 1;
    work.fixed += FILTER_MS + (isSizeKnown ? 0 : stepMs);
    if (isSizeKnown) work.area += stepMs * share * width * height;
  }

  /** Milliseconds of the steps of a filter on the whole drawing. */
  private stepMilliseconds(filter: SvgElement): number {
    const inherited = this.ids.get((filter.attributes.href ?? '').replace('#', ''));
    const steps = filter.children.length > 0 ? filter.children : (inherited?.children ?? []);
    this.visitCount += steps.length;
    const maxPixelsPerUnit = (LONG_SIDE_PIXELS / Math.min(this.view.width, this.view.height)) * this.largestScale ** 2;
    return steps.reduce((sum, step) => sum + svgFilterStepCostMs(step, maxPixelsPerUnit), 0);
  }

  /** The work of an element in the units of the element around it. */
  private toOuterUnits(work: Work, element: SvgElement): Work {
    const { name, attributes } = element;
    const style = parseSvgStyleAttribute(attributes.style);
    const scale = Math.max(
      scaleBoundOfSvgTransform(attributes.transform),
      ...(style.get('transform') ?? []).map(scaleBoundOfSvgTransform),
    );
    const viewScale =
      element !== this.root && (name === 'svg' || name === 'symbol') ? svgViewAndScaleOf(element, this.view).scale : 1;
    const outerWork = noWork();
    addWork(outerWork, work, 1, scale * viewScale);
    return outerWork;
  }
}

/** The text of a `data:` address without escapes. @throws TooMuchWork for bytes that are not UTF-8 */
function decodePercentEscapes(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw new TooMuchWork();
  }
}

/** Milliseconds that an SVG takes. @param nestingDepth number of SVGs around it @throws TooMuchWork */
function estimateMilliseconds(text: string, nestingDepth: number): number {
  const tree = parseSvgTree(text);
  if (!tree) throw new TooMuchWork();
  return new WorkEstimator(tree.root, tree.styles, nestingDepth).milliseconds();
}

/**
 * Reports whether an SVG takes more work to draw than a picture of a slide may (10 s of a processor): the library that draws it cannot be
 * interrupted. References that repeat references (SVG 2, 5.6), filters (Filter Effects 1), masks and large areas make a short text
 * expensive. The time is estimated in one pass over the text and one over its elements; a part that is used often is counted once and
 * multiplied.
 */
export function isSvgTooCostly(bytes: Uint8Array): boolean {
  try {
    return !(estimateMilliseconds(Buffer.from(bytes).toString('utf8'), 0) <= MAX_MS);
  } catch (error) {
    if (error instanceof TooMuchWork) return true;
    throw error;
  }
}
