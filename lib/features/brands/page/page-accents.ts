import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { fileNameInUrl } from '../file-name-of.ts';
import { colorDistance, hasVisibleHue } from '../oklab.ts';
import type { CssValueReaders } from './css-values.ts';
import type { CssValueWithOrigin, ElementWithDeclaredStyle } from './page-styles.ts';

/** A colour that a page uses, `#rrggbb`, and the place where it is named, in words for the user. */
export interface WebPageColorUse {
  color: string;
  where: string;
}

/** The place of a declared value, for people: its selector and its file. */
export const describeCssDeclarationPlace = ({ selector, sheet }: CssValueWithOrigin): string =>
  `\`${selector}\` in ${selector === 'style' ? 'the page' : fileNameInUrl(sheet) || 'the page'}`;

/** Names of custom properties that hold the colour of a brand, and names that hold the colours of its texts and states instead. */
const BRAND_NAME = /brand|primary|accent|(?:^|-)main(?:-|$)/i;
const NOT_BRAND =
  /text|foreground|contrast|on-|hover|active|focus|light|dark|shadow|border|ring|bg|background|content|rgb|subtle|muted|disabled|[-_]?(?:50|[1-9]00|950)$/i;

/** Weights of the kinds of uses of a colour. Each kind counts with the square root of the number of its uses, at most with 2. */
const WEIGHT_OF_USE = { named: 8, mask: 8, theme: 6, button: 6, link: 4, band: 3, other: 1 } as const;
/** The number of uses of one kind from which further uses do not count. */
const MAX_COUNTED_USES = 4;
type ColorUse = keyof typeof WEIGHT_OF_USE;

/** The distance in OKLab below which two colours count as one. */
const SAME_COLOR_DISTANCE = 0.04;
/** The maximum number of accents in the result. */
const MAX_ACCENTS = 6;
/** Maximum numbers of colours with a hue that are counted, and of colours that are examined: pages have at most some hundreds. */
const MAX_CANDIDATES = 200;
const MAX_COLORS = 2000;
/** The maximum length of the name of a custom property in a note, in characters. */
const MAX_NAME_CHARACTERS = 60;

interface Candidate extends WebPageColorUse {
  uses: Partial<Record<ColorUse, number>>;
}

const weightOf = ({ uses }: Candidate): number =>
  (Object.entries(uses) as [ColorUse, number][]).reduce(
    (sum, [use, count]) => sum + WEIGHT_OF_USE[use] * Math.sqrt(Math.min(count, MAX_COUNTED_USES)),
    0,
  );

/** Collects colours that have a hue, with their uses. */
export class WebPageAccentColorCounter {
  private readonly candidates: Candidate[] = [];
  /** Each colour that was examined; undefined for one that is not counted. */
  private readonly candidateOfColor = new Map<string, Candidate | undefined>();

  /** Counts a use of a colour. @param where makes the text about its place */
  add(color: string, where: () => string, use: ColorUse): void {
    if (!this.candidateOfColor.has(color) && this.candidateOfColor.size < MAX_COLORS)
      this.candidateOfColor.set(color, this.candidateFor(color, where));
    const candidate = this.candidateOfColor.get(color);
    if (candidate) candidate.uses[use] = (candidate.uses[use] ?? 0) + 1;
  }

  private candidateFor(color: string, where: () => string): Candidate | undefined {
    if (!hasVisibleHue(color)) return undefined;
    const similarCandidate = this.candidates.find(
      (candidate) => colorDistance(candidate.color, color) < SAME_COLOR_DISTANCE,
    );
    if (similarCandidate || this.candidates.length >= MAX_CANDIDATES) return similarCandidate;
    const candidate: Candidate = { color, where: where(), uses: {} };
    this.candidates.push(candidate);
    return candidate;
  }

  /** The colours; those that represent the brand come first. */
  best(): WebPageColorUse[] {
    return this.candidates
      .toSorted((a, b) => weightOf(b) - weightOf(a))
      .slice(0, MAX_ACCENTS)
      .map(({ color, where }) => ({ color, where }));
  }
}

const isButton = ({ element, classes }: ElementWithDeclaredStyle): boolean =>
  element.tagName === 'button' || [...classes].some((name) => /(?:^|-|_)(?:btn|button|cta)(?:$|-|_)/i.test(name));
const isBand = ({ element }: ElementWithDeclaredStyle): boolean =>
  /^(?:header|nav|footer|section|aside)$/.test(element.tagName);

/** Counts the colours with which elements are drawn. */
export function countColorUses(
  elements: readonly ElementWithDeclaredStyle[],
  values: CssValueReaders,
  counter: WebPageAccentColorCounter,
): void {
  for (const styledElement of elements) {
    const use = isButton(styledElement) ? 'button' : isBand(styledElement) ? 'band' : 'other';
    for (const name of ['background-color', 'background', 'background-image']) {
      const declaredValue = styledElement.style.get(name);
      for (const color of declaredValue ? values.colorsIn(declaredValue.value) : [])
        if (declaredValue) counter.add(color, () => describeCssDeclarationPlace(declaredValue), use);
    }
    const declaredColor = styledElement.style.get('color');
    const isLink = styledElement.element.tagName === 'a' && use === 'other';
    for (const color of declaredColor ? values.colorsIn(declaredColor.value) : [])
      if (declaredColor)
        counter.add(color, () => describeCssDeclarationPlace(declaredColor), isLink ? 'link' : 'other');
    countColorUses(styledElement.children, values, counter);
  }
}

/** Counts the colours of custom properties that are named for the brand. */
export function countBrandNamedColors(
  properties: ReadonlyMap<string, CssValueWithOrigin>,
  values: CssValueReaders,
  counter: WebPageAccentColorCounter,
): void {
  for (const [name, declaredValue] of properties) {
    if (!BRAND_NAME.test(name) || NOT_BRAND.test(name)) continue;
    const [color] = values.colorsIn(declaredValue.value);
    if (color !== undefined)
      counter.add(
        color,
        () =>
          `\`${cutTextWithEllipsis(name, MAX_NAME_CHARACTERS).text}\` of ${describeCssDeclarationPlace(declaredValue)}`,
        'named',
      );
  }
}
