import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { fileNameInUrl } from '../file-name-of.ts';
import { colorDistance, hasVisibleHue } from '../oklab.ts';
import type { CssValueReaders } from './css-values.ts';
import type { CssDeclaredValue, StyledElement } from './page-styles.ts';

/** A colour that a page uses, `#rrggbb`, and the place where it is named, in words for the user. */
export interface WebPageColor {
  color: string;
  where: string;
}

/** The place of a declared value, for people: its selector and its file. */
export const describeCssDeclarationPlace = ({ selector, sheet }: CssDeclaredValue): string =>
  `\`${selector}\` in ${selector === 'style' ? 'the page' : fileNameInUrl(sheet) || 'the page'}`;

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
/** The most colours with a hue that are counted, and the most different colours that are examined: pages have at most some hundreds. */
const MAX_CANDIDATES = 200;
const MAX_COLORS = 2000;
/** Characters of the name of a custom property in a sentence. */
const MAX_NAME = 60;

interface Candidate extends WebPageColor {
  uses: Partial<Record<Use, number>>;
}

const weightOf = ({ uses }: Candidate): number =>
  (Object.entries(uses) as [Use, number][]).reduce(
    (sum, [use, count]) => sum + WEIGHTS[use] * Math.sqrt(Math.min(count, 4)),
    0,
  );

/** Collects colours that have a hue, with their uses. */
export class AccentColorCounter {
  private readonly found: Candidate[] = [];
  /** Each colour that was examined; undefined for one that is not counted. */
  private readonly byColor = new Map<string, Candidate | undefined>();

  /** Counts a use of a colour. @param where makes the text about its place */
  add(color: string, where: () => string, use: Use): void {
    if (!this.byColor.has(color) && this.byColor.size < MAX_COLORS)
      this.byColor.set(color, this.candidateFor(color, where));
    const candidate = this.byColor.get(color);
    if (candidate) candidate.uses[use] = (candidate.uses[use] ?? 0) + 1;
  }

  private candidateFor(color: string, where: () => string): Candidate | undefined {
    if (!hasVisibleHue(color)) return undefined;
    const known = this.found.find((each) => colorDistance(each.color, color) < SAME);
    if (known || this.found.length >= MAX_CANDIDATES) return known;
    const candidate: Candidate = { color, where: where(), uses: {} };
    this.found.push(candidate);
    return candidate;
  }

  /** The colours; those that represent the brand come first. */
  best(): WebPageColor[] {
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
export function countColorUses(
  elements: readonly StyledElement[],
  values: CssValueReaders,
  counter: AccentColorCounter,
): void {
  for (const placed of elements) {
    const use = isButton(placed) ? 'button' : isBand(placed) ? 'band' : 'other';
    for (const name of ['background-color', 'background', 'background-image']) {
      const declared = placed.style.get(name);
      for (const color of declared ? values.colorsIn(declared.value) : [])
        if (declared) counter.add(color, () => describeCssDeclarationPlace(declared), use);
    }
    const ink = placed.style.get('color');
    const isLink = placed.element.tagName === 'a' && use === 'other';
    for (const color of ink ? values.colorsIn(ink.value) : [])
      if (ink) counter.add(color, () => describeCssDeclarationPlace(ink), isLink ? 'link' : 'other');
    countColorUses(placed.children, values, counter);
  }
}

/** Counts the colours of custom properties that are named for the brand. */
export function countBrandNamedColors(
  properties: ReadonlyMap<string, CssDeclaredValue>,
  values: CssValueReaders,
  counter: AccentColorCounter,
): void {
  for (const [name, declared] of properties) {
    if (!BRAND_NAME.test(name) || NOT_BRAND.test(name)) continue;
    const [color] = values.colorsIn(declared.value);
    if (color !== undefined)
      counter.add(
        color,
        () => `\`${cutTextWithEllipsis(name, MAX_NAME).text}\` of ${describeCssDeclarationPlace(declared)}`,
        'named',
      );
  }
}
