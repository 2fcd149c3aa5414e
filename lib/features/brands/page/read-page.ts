import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { parseHtml } from '#engine/deck-reading/html/parse-html.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { cssColor } from '../oklab.ts';
import type { PageFacts, PageFiles } from '../page-facts.ts';
import { templateName } from '../template-name.ts';
import { pageValues } from './css-values.ts';
import { AccentCounter, countNamed, countUses } from './page-accents.ts';
import { type PageLinks, pageLinks, parseManifest, type WebManifest } from './page-links.ts';
import { type DeclaredValue, type StyledElement, styledElements } from './page-styles.ts';
import { pageText } from './page-text.ts';

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
function rootProperties(elements: readonly StyledElement[]): Map<string, DeclaredValue> {
  const found = new Map<string, DeclaredValue>();
  for (const { style, children } of elements)
    for (const each of [style, ...children.map((child) => child.style)])
      for (const [name, value] of each) if (name.startsWith('--')) found.set(name, value);
  return found;
}

/** Colours that the page names outside of its style sheets. */
function countOutside(
  { maskColor, themeColors }: PageLinks,
  manifest: WebManifest | undefined,
  counter: AccentCounter,
): void {
  const add = (text: string | undefined, where: string, use: 'mask' | 'theme'): void => {
    const color = text === undefined ? undefined : cssColor(text);
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
export function readPage({ url, html, sheets, manifest }: PageFiles): PageFacts {
  const tree = parsed(html);
  const content = manifest && parseManifest(manifest.text);
  const links = pageLinks(tree, url, manifest && content ? { url: manifest.url, content } : undefined);
  const inPage = links.styles.map((css) => ({ url, css }));
  const elements = styledElements(tree, [...sheets, ...inPage], url);
  const properties = rootProperties(elements);
  const values = pageValues(properties);
  const counter = new AccentCounter();
  countOutside(links, content, counter);
  countNamed(properties, values, counter);
  countUses(elements, values, counter);
  const { background, text, heading, body } = pageText(elements, values);
  const ofManifest = content?.background_color === undefined ? undefined : cssColor(content.background_color);
  return {
    name: templateName(links.site) ?? templateName(links.title) ?? templateName(new URL(url).hostname) ?? 'Page',
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
