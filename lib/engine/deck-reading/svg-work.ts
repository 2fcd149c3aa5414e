import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from './extremes.ts';
import { countPixels } from './odp/picture-facts.ts';
import { parseSvgTree, type SvgElement } from './parse-svg-tree.ts';
import { svgExtentOf, svgLengthInUnits } from './svg-extent.ts';
import { CSS_FILTER_FUNCTION_COST_MS, svgFilterStepCostMs } from './svg-filters.ts';
import {
  parseSvgStyleAttribute,
  parseSvgStyleRules,
  type SvgProperties,
  type SvgStyleRules,
  svgRulesForElement,
} from './svg-styles.ts';
import { parseSvgNumberList, parseSvgViewBox, type SvgViewSize, svgScaleOf, svgViewOf } from './svg-view-size.ts';

// Milliseconds of processor time that librsvg 2.63 takes for a drawing of 1920 × 1920 pixels on a core of 3 GHz.

/** Most milliseconds that are spent on one SVG. */
const MAX_MS = 10_000;
/** Milliseconds for reading an element, and for each time that it is drawn. */
const READ_MS = 0.035;
const ELEMENT_MS = 0.025;
/** Paint on the whole drawing, and an outline that goes from its top to its bottom: it is filled line by line. */
const CANVAS_MS = 2.5;
const SIDE_MS = 1.2;
/** Milliseconds of a text, of each of its letters, and of the part that grows with the square of the number of letters in one run. */
const TEXT_MS = 0.8;
const LETTER_MS = 0.1;
const LETTERS_PER_SQUARE_MS = 8000;
/**
 * Milliseconds of layers that are painted separately: of opacity, a blend mode, a mask, a clip path (more in the units of a box), a filter.
 */
const OPACITY_MS = 4;
const BLEND_MS = 40;
const MASK_MS = 55;
const CLIP_MS = 0.3;
const BOX_CLIP_MS = 6.5;
const FILTER_MS = 33;
/** A pixel of a picture, which is decoded and made smaller. */
const PIXEL_MS = 45e-6;
/** A gradient or one of its stops, each time that the gradient is used. */
const GRADIENT_MS = 0.006;
const OF_GRADIENTS = new Set(['linearGradient', 'radialGradient', 'stop']);

/** Depth of elements and references. */
const MAX_DEPTH = 500;
/** The most nested layers: each takes up to 15 MB. */
const MAX_LAYERS = 25;
/** The most elements and references that are visited; those of references that cannot be remembered count each time. */
const MAX_LOOKS = 2_000_000;
/** SVGs within SVGs. */
const MAX_NESTED = 4;
/** Pixels of all pictures in an SVG: decoded, each takes up to ten bytes. */
const MAX_PIXELS = 40_000_000;
/** Characters before the data of a `data:` address. */
const MAX_DATA_HEAD = 200;
/** Pixels of the longer side of the drawing. */
const SIDE = 1920;

/** Elements that are drawn only where something refers to them. */
const UNDRAWN = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'filter', 'linearGradient', 'radialGradient'],
  ...['style', 'title', 'desc', 'metadata', 'script'],
]);

/** Units that are sides of the box of an element. */
const BOX = 'objectBoundingBox';

/** Elements of text. */
const RUNS = new Set(['text', 'tspan', 'textPath', 'tref', 'a']);

const MARKERS = ['marker', 'marker-start', 'marker-mid', 'marker-end'];

/** Work that grows with the number of its uses. Areas and lengths are in the units of the element around. */
interface Work {
  /** Milliseconds that do not depend on the size. */
  fixed: number;
  /** Milliseconds on the whole drawing × area; milliseconds for a side × length. */
  area: number;
  length: number;
  /** Shapes that inherit their fill, or their stroke, and points that inherit their markers. */
  fills: number;
  strokes: number;
  vertices: number;
  /** Layers one within the other. */
  layers: number;
}

const noWork = (): Work => ({ fixed: 0, area: 0, length: 0, fills: 0, strokes: 0, vertices: 0, layers: 0 });

/** Adds work that is done several times, and `scale` times as large in both directions. */
function addWork(to: Work, added: Work, times = 1, scale = 1): void {
  to.fixed += added.fixed * times;
  to.area += added.area * times * scale ** 2;
  to.length += added.length * times * scale;
  to.fills += added.fills * times;
  to.strokes += added.strokes * times;
  to.vertices += added.vertices * times;
  to.layers = Math.max(to.layers, added.layers);
}

/** The SVG takes more work than one may. */
class TooMuchWork extends Error {}

/** The ids to which a value refers. */
const referencesIn = (value: string): string[] =>
  [...value.matchAll(/url\(\s*["']?\s*#([^"')]*)/gi)].map(([, id = '']) => id.trim());

/** Counts the work of one SVG. */
class WorkCounter {
  private readonly ids = new Map<string, SvgElement>();
  private readonly known = new Map<SvgElement, Work>();
  private readonly counted = new Set<SvgElement>();
  private readonly patterns: SvgElement[] = [];
  private readonly view: SvgViewSize;
  private readonly rules: SvgStyleRules;
  private readonly root: SvgElement;
  private readonly nested: number;
  /** Greatest and least enlargement by one transform. */
  private largestScale = 1;
  private leastScale = 1;
  private pixels = 0;
  private looks = 0;
  private depth = 0;
  /** True while a reference within itself is counted: the count is incomplete until the outermost one ends. */
  private isWithinItself = false;
  private elements = 0;
  /** A transform turns something, so that lines from side to side may go up and down. */
  private isTurned: boolean;

  constructor(root: SvgElement, styles: string, nested: number) {
    this.rules = parseSvgStyleRules(styles);
    this.nested = nested;
    this.root = root.children[0] ?? root;
    this.isTurned = styles.includes('transform');
    const largest = { width: 1, height: 1 };
    const boxes = [0];
    const { viewBox, width, height } = this.root.attributes;
    const isSized =
      viewBox !== undefined || (Number.parseFloat(width ?? '') > 0 && Number.parseFloat(height ?? '') > 0);
    const walk = (element: SvgElement): void => {
      this.elements += 1;
      const { id, transform, patternTransform } = element.attributes;
      if (id !== undefined && !this.ids.has(id)) this.ids.set(id, element);
      this.isTurned ||= /rotate|skew|matrix/i.test(`${transform ?? ''} ${element.attributes.style ?? ''}`);
      if (element.name === 'pattern') this.patterns.push(element);
      const scales = [svgScaleOf(transform), svgScaleOf(patternTransform)];
      this.largestScale = Math.max(this.largestScale, ...scales);
      this.leastScale = Math.min(this.leastScale, ...scales.filter((scale) => scale > 0));
      const [, , boxWidth = 0, boxHeight = 0] = parseSvgNumberList(element.attributes.viewBox);
      if (element !== this.root) boxes.push(Math.max(boxWidth, boxHeight));
      const side = isSized ? 0 : Math.sqrt(svgExtentOf(element, largest, 0).area);
      if (side > largest.width) [largest.width, largest.height] = [side, side];
      element.children.forEach(walk);
    };
    walk(this.root);
    // Without a size, the drawing is as large as what is on it.
    const around =
      isSized && width && height
        ? { width: svgLengthInUnits(width, 100), height: svgLengthInUnits(height, 100) }
        : largest;
    const { view } = svgViewOf(this.root, isSized && !(width && height) ? parseSvgViewBox(viewBox, largest) : around);
    this.view = view;
    // A larger view box within the drawing makes its content smaller.
    const largestBox = boxes.reduce((most, side) => Math.max(most, side), 0);
    this.leastScale /= Math.max(1, largestBox / Math.min(view.width, view.height));
  }

  /** Milliseconds of the whole SVG. @throws TooMuchWork */
  milliseconds(): number {
    return READ_MS * this.elements + this.inMilliseconds(this.workOf(this.root, true));
  }

  private inMilliseconds({ fixed, area, length, layers }: Work): number {
    const { width, height } = this.view;
    if (layers > MAX_LAYERS) throw new TooMuchWork();
    return fixed + area / (width * height) + length / Math.sqrt(width * height);
  }

  /** The work of an element wherever it is drawn, each time. */
  private workOf(element: SvgElement, isUsed = false): Work {
    const before = this.known.get(element);
    if (before) return before;
    this.look();
    if (UNDRAWN.has(element.name) && !isUsed) return noWork();
    if (this.counted.has(element)) {
      // What draws an SVG does not follow a reference to an element within that element.
      this.isWithinItself = true;
      return noWork();
    }
    if (this.depth > MAX_DEPTH) throw new TooMuchWork();
    this.depth += 1;
    this.counted.add(element);
    const wasWithin = this.isWithinItself;
    this.isWithinItself = false;
    const work = this.countOf(element);
    if (this.inMilliseconds({ ...work, area: 0, length: 0 }) > MAX_MS) throw new TooMuchWork();
    if (!this.isWithinItself) this.known.set(element, work);
    this.isWithinItself ||= wasWithin;
    this.counted.delete(element);
    this.depth -= 1;
    return work;
  }

  private look(): void {
    this.looks += 1;
    if (this.looks > MAX_LOOKS) throw new TooMuchWork();
  }

  private countOf(element: SvgElement): Work {
    const { name, attributes } = element;
    const style = parseSvgStyleAttribute(attributes.style);
    const rules = svgRulesForElement(this.rules, name, attributes);
    const valuesOf = (property: string): string[] => this.valuesOf(property, attributes, style, rules);
    const isSet = (property: string): boolean =>
      ownPropertyValue(attributes, property) !== undefined || style.has(property);
    const around =
      largestOf([0, ...valuesOf('stroke-width').map((value) => svgLengthInUnits(value, this.view.width))]) / 2;
    const { area, length, rise, vertices } = svgExtentOf(element, this.view, around);
    const { width, height } = this.view;
    // What is beyond the drawing is not painted. Two transforms may bring it in.
    const painted = Math.min(area, (4 * width * height) / this.leastScale ** 4);
    const fixed = OF_GRADIENTS.has(name) ? GRADIENT_MS : ELEMENT_MS;
    const work = { ...noWork(), fixed, area: CANVAS_MS * painted, length: SIDE_MS * (this.isTurned ? length : rise) };
    if (vertices > 0 || RUNS.has(name)) {
      work.fills = isSet('fill') ? 0 : 1;
      work.strokes = isSet('stroke') ? 0 : 1;
      work.vertices = vertices;
    }
    const { letters } = element;
    if (letters > 0 && RUNS.has(name)) work.fixed += LETTER_MS * letters + letters ** 2 / LETTERS_PER_SQUARE_MS;
    if (name === 'text') work.fixed += TEXT_MS;
    for (const child of element.children) addWork(work, this.workOf(child));
    this.addLinked(work, element);
    this.addPaints(work, valuesOf);
    this.addLayers(work, element, valuesOf);
    return this.placed(work, element);
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
    const all = values.flat(2);
    this.looks += all.length;
    return all;
  }

  /** Work of the element to which `href` refers. */
  private addLinked(work: Work, { name, attributes }: SvgElement): void {
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

  /** Work of a picture in the SVG, which may be an SVG itself. */
  private addPicture(work: Work, href: string): void {
    const [, type = '', isBase64] = /^data:([^,;]*)[^,]*?(;\s*base64\s*)?,/i.exec(href.slice(0, MAX_DATA_HEAD)) ?? [];
    const isSvg = /^image\/svg/i.test(type);
    if (!/^data:/i.test(href)) return;
    const data = percentDecoded(href.slice(href.indexOf(',') + 1));
    const bytes = Buffer.from(data, isBase64 ? 'base64' : isSvg ? 'utf8' : 'latin1');
    if (isSvg) {
      if (this.nested >= MAX_NESTED) throw new TooMuchWork();
      work.fixed += millisecondsOf(bytes.toString('utf8'), this.nested + 1);
      return;
    }
    const pixels = countPixels(bytes);
    this.pixels += pixels;
    if (this.pixels > MAX_PIXELS) throw new TooMuchWork();
    work.fixed += pixels * PIXEL_MS;
  }

  /** Patterns and markers that an element gives the shapes within it. */
  private addPaints(work: Work, valuesOf: (property: string) => string[]): void {
    for (const property of MARKERS)
      for (const marker of this.targetsOf(valuesOf(property), 'marker'))
        addWork(work, this.workOf(marker, true), Math.max(1, work.vertices));
    for (const [property, inheriting] of [
      ['fill', 'fills'],
      ['stroke', 'strokes'],
    ] as const)
      for (const paint of this.targetsOf(valuesOf(property), 'pattern', 'linearGradient', 'radialGradient'))
        addWork(
          work,
          { ...this.workOf(paint, true), fills: 0, strokes: 0, vertices: 0 },
          Math.max(1, work[inheriting]),
        );
  }

  private targetsOf(values: readonly string[], ...names: readonly string[]): SvgElement[] {
    const ofContext = values.some((value) => value.startsWith('context-')) ? this.patterns : [];
    const targets = values.flatMap(referencesIn).flatMap((id) => this.ids.get(id) ?? []);
    this.looks += targets.length + ofContext.length;
    return [...targets.filter(({ name }) => names.includes(name)), ...ofContext];
  }

  /** Adds the layers of an element that are painted separately, and the content to which they refer. */
  private addLayers(work: Work, element: SvgElement, valuesOf: (property: string) => string[]): void {
    const isLess = (value: string): boolean => svgLengthInUnits(value, 1) < 1;
    let layers = 0;
    if (valuesOf('opacity').some(isLess)) [work.fixed, layers] = [work.fixed + OPACITY_MS, layers + 1];
    if (valuesOf('mix-blend-mode').some((value) => value !== 'normal') || valuesOf('isolation').includes('isolate'))
      [work.fixed, layers] = [work.fixed + BLEND_MS, layers + 1];
    for (const clip of this.targetsOf(valuesOf('clip-path'), 'clipPath')) {
      addWork(work, this.ofBox(clip, 'clipPathUnits'));
      work.fixed += clip.attributes.clipPathUnits === BOX ? BOX_CLIP_MS : CLIP_MS;
    }
    for (const mask of this.targetsOf(valuesOf('mask'), 'mask')) {
      addWork(work, this.ofBox(mask, 'maskContentUnits'));
      work.fixed += MASK_MS;
      layers += 1;
    }
    for (const value of valuesOf('filter')) {
      const filters = this.targetsOf([value], 'filter');
      for (const filter of filters) this.addFilter(work, filter, element);
      // Functions of CSS, such as `blur(2px)`, are filters on what they are applied to.
      const functions = value.match(/[a-z-]+\(/gi)?.filter((name) => !/^url\(/i.test(name)).length ?? 0;
      work.fixed += functions * CSS_FILTER_FUNCTION_COST_MS;
      if (filters.length + functions > 0) layers += 1;
    }
    work.layers += layers;
  }

  /** The work of an element whose units may be the sides of the element that refers to it. */
  private ofBox(target: SvgElement, units: string): Work {
    const work = { ...this.workOf(target, true), fills: 0, strokes: 0, vertices: 0 };
    if (ownPropertyValue(target.attributes, units) !== BOX) return work;
    const { width, height } = this.view;
    return { ...work, area: work.area * width * height, length: work.length * Math.sqrt(width * height) };
  }

  private addFilter(work: Work, filter: SvgElement, target: SvgElement): void {
    this.workOf(filter, true);
    const steps = this.stepsOf(filter);
    const { width, height } = this.view;
    const { x = '', width: w = '', height: h = '', filterUnits } = filter.attributes;
    const isBox = filterUnits !== 'userSpaceOnUse';
    const around = isBox ? Math.sqrt(svgExtentOf(target, this.view, 0).area) : 0;
    const [wide, high] = isBox
      ? [svgLengthInUnits(w || '120%', 1) * around, svgLengthInUnits(h || '120%', 1) * around]
      : [svgLengthInUnits(w || '120%', width), svgLengthInUnits(h || '120%', height)];
    // The box of a group, a text or a use is not known here.
    const isKnown = isBox ? around > 0 : x !== '' || w !== '';
    const share = isKnown ? Math.min(1, Math.abs(wide * high) / (width * height)) : 1;
    work.fixed += FILTER_MS + (isKnown ? 0 : steps);
    if (isKnown) work.area += steps * share * width * height;
  }

  /** Milliseconds of the steps of a filter on the whole drawing. */
  private stepsOf(filter: SvgElement): number {
    const inherited = this.ids.get((filter.attributes.href ?? '').replace('#', ''));
    const steps = filter.children.length > 0 ? filter.children : (inherited?.children ?? []);
    this.looks += steps.length;
    const unit = (SIDE / Math.min(this.view.width, this.view.height)) * this.largestScale ** 2;
    return steps.reduce((sum, step) => sum + svgFilterStepCostMs(step, unit), 0);
  }

  /** Work in the units of the element around. */
  private placed(work: Work, element: SvgElement): Work {
    const { name, attributes } = element;
    const style = parseSvgStyleAttribute(attributes.style);
    const scale = Math.max(svgScaleOf(attributes.transform), ...(style.get('transform') ?? []).map(svgScaleOf));
    const ofBox =
      element !== this.root && (name === 'svg' || name === 'symbol') ? svgViewOf(element, this.view).scale : 1;
    const placed = noWork();
    addWork(placed, work, 1, scale * ofBox);
    return placed;
  }
}

/** The text of a `data:` address without escapes. @throws TooMuchWork for bytes that are not UTF-8 */
function percentDecoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw new TooMuchWork();
  }
}

/** Milliseconds that an SVG takes. @param nested SVGs around it @throws TooMuchWork */
function millisecondsOf(text: string, nested: number): number {
  const tree = parseSvgTree(text);
  if (!tree) throw new TooMuchWork();
  return new WorkCounter(tree.root, tree.styles, nested).milliseconds();
}

/**
 * Reports whether an SVG takes more work to draw than a picture of a slide may (10 s of a processor): the library that draws it cannot be
 * interrupted. References that repeat references (SVG 2, 5.6), filters (Filter Effects 1), masks and large areas make a short text
 * expensive. The time is estimated in one pass over the text and one over its elements; a part that is used often is counted once and
 * multiplied.
 */
export function isSvgTooCostly(bytes: Uint8Array): boolean {
  try {
    return !(millisecondsOf(Buffer.from(bytes).toString('utf8'), 0) <= MAX_MS);
  } catch (error) {
    if (error instanceof TooMuchWork) return true;
    throw error;
  }
}
