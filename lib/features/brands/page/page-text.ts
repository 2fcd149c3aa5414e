import type { CssValueReaders } from './css-values.ts';
import { describeCssDeclarationPlace, type WebPageColorUse } from './page-accents.ts';
import type { CssValueWithOrigin, ElementWithDeclaredStyle } from './page-styles.ts';

/** Fonts that a page names for a kind of text, the first choice first, and the place where it names them. */
export interface WebPageFontFamilies {
  families: readonly string[];
  where: string;
}

/** The look of the texts of a page: each value is the one that most characters have. */
export interface WebPageTextLook {
  background?: WebPageColorUse | undefined;
  text?: WebPageColorUse | undefined;
  heading?: WebPageFontFamilies | undefined;
  body?: WebPageFontFamilies | undefined;
}

/** Values that elements inherit, or that show through them. */
interface InheritedLook {
  background?: WebPageColorUse | undefined;
  ink?: WebPageColorUse | undefined;
  font?: WebPageFontFamilies | undefined;
}

/** Counts characters by a part of their look: a colour or a font. */
class CharacterCount<Look> {
  private readonly counts = new Map<string, { look: Look; characters: number }>();

  add(key: string, look: Look, characters: number): void {
    const counted = this.counts.get(key);
    this.counts.set(key, { look: counted?.look ?? look, characters: (counted?.characters ?? 0) + characters });
  }

  /** The look of most characters; undefined if none was counted. */
  mostFrequent(): Look | undefined {
    let best: { look: Look; characters: number } | undefined;
    for (const count of this.counts.values()) if (!best || count.characters > best.characters) best = count;
    return best?.look;
  }
}

const colorOf = (
  declaredValue: CssValueWithOrigin | undefined,
  values: CssValueReaders,
): WebPageColorUse | undefined => {
  const [color] = declaredValue ? values.colorsIn(declaredValue.value) : [];
  return declaredValue && color !== undefined
    ? { color, where: describeCssDeclarationPlace(declaredValue) }
    : undefined;
};

function fontOf({ style }: ElementWithDeclaredStyle, values: CssValueReaders): WebPageFontFamilies | undefined {
  for (const [name, read] of [
    ['font-family', values.familiesIn],
    ['font', values.familiesOfShorthand],
  ] as const) {
    const declaredValue = style.get(name);
    const families = declaredValue ? read(declaredValue.value) : [];
    if (declaredValue && families.length > 0) return { families, where: describeCssDeclarationPlace(declaredValue) };
  }
  return undefined;
}

const HEADING = /^h[1-3]$/;

/** Reads the look of the texts of a page. @param elements the outermost ones */
export function readWebPageTextLook(
  elements: readonly ElementWithDeclaredStyle[],
  values: CssValueReaders,
): WebPageTextLook {
  const [backgrounds, inks] = [new CharacterCount<WebPageColorUse>(), new CharacterCount<WebPageColorUse>()];
  const [headings, bodies] = [new CharacterCount<WebPageFontFamilies>(), new CharacterCount<WebPageFontFamilies>()];
  const walk = (styledElement: ElementWithDeclaredStyle, inherited: InheritedLook, inHeading: boolean): void => {
    const { element, style } = styledElement;
    const { background, ink, font }: InheritedLook = {
      background:
        colorOf(style.get('background-color'), values) ??
        colorOf(style.get('background'), values) ??
        inherited.background,
      ink: colorOf(style.get('color'), values) ?? inherited.ink,
      font: fontOf(styledElement, values) ?? inherited.font,
    };
    const isHeading = inHeading || HEADING.test(element.tagName);
    const characters = element.children.reduce(
      (sum, node) => sum + (node.type === 'text' ? node.value.trim().length : 0),
      // A page that scripts fill has no texts: the declarations for its body count.
      element.tagName === 'body' ? 1 : 0,
    );
    if (characters > 0) {
      if (background) backgrounds.add(background.color, background, characters);
      if (ink && element.tagName !== 'a' && !isHeading) inks.add(ink.color, ink, characters);
      if (font) (isHeading ? headings : bodies).add(font.families.join(), font, characters);
    }
    for (const child of styledElement.children) walk(child, { background, ink, font }, isHeading);
  };
  for (const element of elements) walk(element, {}, false);
  return {
    background: backgrounds.mostFrequent(),
    text: inks.mostFrequent(),
    heading: headings.mostFrequent(),
    body: bodies.mostFrequent(),
  };
}
