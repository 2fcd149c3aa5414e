import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { parseHtml } from '#engine/deck-reading/html/parse-html.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseCssColorToHex } from '../oklab.ts';
import { toTemplateName } from '../template-name.ts';
import type { WebPageFacts, WebPageFiles } from '../web-page-facts.ts';
import { createCssValueReaders } from './css-values.ts';
import { countBrandNamedColors, countColorUses, WebPageAccentColorCounter } from './page-accents.ts';
import { parseWebManifest, readWebPageMetadata, type WebManifest, type WebPageMetadata } from './page-links.ts';
import {
  type CssValueWithOrigin,
  type ElementWithDeclaredStyle,
  listVisibleElementsWithStyles,
} from './page-styles.ts';
import { readWebPageTextLook } from './page-text.ts';

function parsePage(html: string) {
  try {
    return parseHtml(html, 'document');
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    throw new ServiceError('page_invalid', 'The page has more elements than are read, or they are nested too deeply.', {
      param: 'url',
      cause: error,
    });
  }
}

/** The custom properties of the whole page: those of its outermost elements and their children. */
function rootProperties(elements: readonly ElementWithDeclaredStyle[]): Map<string, CssValueWithOrigin> {
  const properties = new Map<string, CssValueWithOrigin>();
  for (const { style, children } of elements)
    for (const elementStyle of [style, ...children.map((child) => child.style)])
      for (const [name, value] of elementStyle) if (name.startsWith('--')) properties.set(name, value);
  return properties;
}

/** Counts the colours that the page names outside its style sheets. */
function countColorsOutsideStyleSheets(
  { maskColor, themeColors }: WebPageMetadata,
  manifest: WebManifest | undefined,
  counter: WebPageAccentColorCounter,
): void {
  const add = (text: string | undefined, where: string, use: 'mask' | 'theme'): void => {
    const color = text === undefined ? undefined : parseCssColorToHex(text);
    if (color !== undefined) counter.add(color, () => where, use);
  };
  add(maskColor, '`mask-icon` of the page', 'mask');
  for (const color of themeColors) add(color, '`theme-color` of the page', 'theme');
  add(manifest?.theme_color, '`theme_color` of the manifest', 'theme');
}

/**
 * Reads the look of a web page. Nothing in the page is run or loaded. Only the isolated decoder calls this function: it parses bytes of
 * clients.
 * @throws ServiceError `page_invalid` for a page with too many elements, or with elements that are nested too deeply
 */
export function readWebPageLook({ url, html, sheets, manifest }: WebPageFiles): WebPageFacts {
  const tree = parsePage(html);
  const manifestContent = manifest && parseWebManifest(manifest.text);
  const metadata = readWebPageMetadata(
    tree,
    url,
    manifest && manifestContent ? { url: manifest.url, content: manifestContent } : undefined,
  );
  const inlineSheets = metadata.styles.map((css) => ({ url, css }));
  const elements = listVisibleElementsWithStyles(tree, [...sheets, ...inlineSheets], url);
  const properties = rootProperties(elements);
  const values = createCssValueReaders(properties);
  const counter = new WebPageAccentColorCounter();
  countColorsOutsideStyleSheets(metadata, manifestContent, counter);
  countBrandNamedColors(properties, values, counter);
  countColorUses(elements, values, counter);
  const { background, text, heading, body } = readWebPageTextLook(elements, values);
  const manifestBackground =
    manifestContent?.background_color === undefined ? undefined : parseCssColorToHex(manifestContent.background_color);
  return {
    name:
      toTemplateName(metadata.site) ??
      toTemplateName(metadata.title) ??
      toTemplateName(new URL(url).hostname) ??
      'Page',
    sheets: metadata.sheets,
    manifest: metadata.manifest,
    logos: metadata.logos,
    background:
      background ??
      (manifestBackground === undefined
        ? undefined
        : { color: manifestBackground, where: '`background_color` of the manifest' }),
    text,
    accents: counter.best(),
    heading,
    body,
  };
}
