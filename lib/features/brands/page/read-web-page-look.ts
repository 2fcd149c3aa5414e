import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { parseHtml } from '#engine/deck-reading/html/parse-html.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseCssColor } from '../oklab.ts';
import { toTemplateName } from '../template-name.ts';
import type { WebPageFacts, WebPageFiles } from '../web-page-facts.ts';
import { createCssValueReaders } from './css-values.ts';
import { AccentColorCounter, countBrandNamedColors, countColorUses } from './page-accents.ts';
import { parseWebManifest, readWebPageMetadata, type WebManifest, type WebPageMetadata } from './page-links.ts';
import { type CssDeclaredValue, type StyledElement, styledElements } from './page-styles.ts';
import { readWebPageTextLook } from './page-text.ts';

function parsed(html: string) {
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

/** The custom properties that the whole page has: of its outermost elements. */
function rootProperties(elements: readonly StyledElement[]): Map<string, CssDeclaredValue> {
  const found = new Map<string, CssDeclaredValue>();
  for (const { style, children } of elements)
    for (const each of [style, ...children.map((child) => child.style)])
      for (const [name, value] of each) if (name.startsWith('--')) found.set(name, value);
  return found;
}

/** Colours that the page names outside of its style sheets. */
function countOutside(
  { maskColor, themeColors }: WebPageMetadata,
  manifest: WebManifest | undefined,
  counter: AccentColorCounter,
): void {
  const add = (text: string | undefined, where: string, use: 'mask' | 'theme'): void => {
    const color = text === undefined ? undefined : parseCssColor(text);
    if (color !== undefined) counter.add(color, () => where, use);
  };
  add(maskColor, '`mask-icon` of the page', 'mask');
  for (const color of themeColors) add(color, '`theme-color` of the page', 'theme');
  add(manifest?.theme_color, '`theme_color` of the manifest', 'theme');
}

/**
 * Reads the look of a web page. Nothing in it is run or loaded. It parses bytes of clients: only the decoder calls it.
 * @throws ServiceError `page_invalid`
 */
export function readWebPageLook({ url, html, sheets, manifest }: WebPageFiles): WebPageFacts {
  const tree = parsed(html);
  const content = manifest && parseWebManifest(manifest.text);
  const links = readWebPageMetadata(tree, url, manifest && content ? { url: manifest.url, content } : undefined);
  const inPage = links.styles.map((css) => ({ url, css }));
  const elements = styledElements(tree, [...sheets, ...inPage], url);
  const properties = rootProperties(elements);
  const values = createCssValueReaders(properties);
  const counter = new AccentColorCounter();
  countOutside(links, content, counter);
  countBrandNamedColors(properties, values, counter);
  countColorUses(elements, values, counter);
  const { background, text, heading, body } = readWebPageTextLook(elements, values);
  const ofManifest = content?.background_color === undefined ? undefined : parseCssColor(content.background_color);
  return {
    name: toTemplateName(links.site) ?? toTemplateName(links.title) ?? toTemplateName(new URL(url).hostname) ?? 'Page',
    sheets: links.sheets,
    manifest: links.manifest,
    logos: links.logos,
    background:
      background ??
      (ofManifest === undefined ? undefined : { color: ofManifest, where: '`background_color` of the manifest' }),
    text,
    accents: counter.best(),
    heading,
    body,
  };
}
