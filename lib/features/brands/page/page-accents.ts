import { colorDistance, isColourful } from '../oklab.ts';
import { type CustomProperties, colorsIn } from './css-values.ts';
import type { DeclaredValue, StyledElement } from './page-styles.ts';

/** A colour that a page uses, `#rrggbb`, and the place where it is named, for people. */
export interface PageColor {
  color: string;
  where: string;
}

/** The place of a declared value, for people: its selector and its file. */
export const declaredAt = ({ selector, sheet }: DeclaredValue): string =>
  `\`${selector}\` in ${selector === 'style' ? 'the page' : new URL(sheet).pathname.split('/').at(-1) || 'the page'}`;

/** Names of custom properties that hold the colour of a brand, and parts of names of their texts and states. */
const BRAND_NAME = /brand|primary|accent|(?:^|-)main(?:-|$)/i;
const NOT_BRAND =
  /text|foreground|contrast|on-|hover|active|focus|light|dark|shadow|border|ring|bg|background|content|rgb|subtle|muted|disabled|[-_]?(?:50|[1-9]00|950)$/i;

/** Weights of the places where a colour is used. A colour counts once for each group, times the root of its uses. */
const WEIGHTS = { named: 8, mask: 8, theme: 6, button: 6, link: 4, band: 3, other: 1 } as const;
type Use = keyof typeof WEIGHTS;

/** Distance in OKLab below which two colours are one. */
const SAME = 0.04;
/** Accents that are kept. */
const MAX_ACCENTS = 6;

interface Candidate extends PageColor {
  uses: Partial<Record<Use, number>>;
}

const weightOf = ({ uses }: Candidate): number =>
  (Object.entries(uses) as [Use, number][]).reduce(
    (sum, [use, count]) => sum + WEIGHTS[use] * Math.sqrt(Math.min(count, 4)),
    0,
  );

/** Collects colours that have a hue, with their uses. */
export class AccentCounter {
  private readonly found: Candidate[] = [];

  add(color: string, where: string, use: Use): void {
    if (!isColourful(color)) return;
    const known = this.found.find((each) => each.color === color || colorDistance(each.color, color) < SAME);
    const candidate = known ?? { color, where, uses: {} };
    candidate.uses[use] = (candidate.uses[use] ?? 0) + 1;
    if (!known && this.found.length < 200) this.found.push(candidate);
  }

  /** The colours, those first that stand for the brand. */
  best(): PageColor[] {
    return this.found
      .toSorted((one, other) => weightOf(other) - weightOf(one))
      .slice(0, MAX_ACCENTS)
      .map(({ color, where }) => ({ color, where }));
  }
}

const isButton = ({ element, classes }: StyledElement): boolean =>
  element.tagName === 'button' || [...classes].some((name) => /(?:^|-|_)(?:btn|button|cta)(?:$|-|_)/i.test(name));
const isBand = ({ element }: StyledElement): boolean => /^(?:header|nav|footer|section|aside)$/.test(element.tagName);

/** Counts the colours with which elements are drawn. */
export function countUses(
  elements: readonly StyledElement[],
  properties: CustomProperties,
  counter: AccentCounter,
): void {
  for (const placed of elements) {
    const use = isButton(placed) ? 'button' : isBand(placed) ? 'band' : 'other';
    for (const name of ['background-color', 'background', 'background-image']) {
      const declared = placed.style.get(name);
      for (const color of declared ? colorsIn(declared.value, properties) : [])
        if (declared) counter.add(color, declaredAt(declared), use);
    }
    const ink = placed.style.get('color');
    const isLink = placed.element.tagName === 'a' && use === 'other';
    for (const color of ink ? colorsIn(ink.value, properties) : [])
      if (ink) counter.add(color, declaredAt(ink), isLink ? 'link' : 'other');
    countUses(placed.children, properties, counter);
  }
}

/** Counts the colours of custom properties that are named for the brand. */
export function countNamed(properties: ReadonlyMap<string, DeclaredValue>, counter: AccentCounter): void {
  for (const [name, declared] of properties) {
    if (!BRAND_NAME.test(name) || NOT_BRAND.test(name)) continue;
    const [color] = colorsIn(declared.value, properties).slice(0, 1);
    if (color !== undefined) counter.add(color, `\`${name}\` of ${declaredAt(declared)}`, 'named');
  }
}
