import type { Element, Root } from 'hast';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { MAX_PAGE_URL_LENGTH } from '../web-page-facts.ts';

/** A picture that may be the logo of a page. */
export interface WebPageLogo {
  /** `logo`: a picture in the page; `icon`: an icon of the page or of its manifest. */
  kind: 'logo' | 'icon';
  url: string;
}

/** The statements of a page about itself, and the files that it names. Addresses are absolute. */
export interface WebPageMetadata {
  title: string | undefined;
  /** Name of the site, if the page or its manifest has one. */
  site: string | undefined;
  /** Addresses of its style sheets, in order. */
  sheets: string[];
  /** The texts of its elements `style`, in order. */
  styles: string[];
  manifest: string | undefined;
  /** The best candidates first. */
  logos: WebPageLogo[];
  /** Colours that the page names for programs around it: of the window, and of its icon in one colour. */
  themeColors: string[];
  maskColor: string | undefined;
}

/** A manifest of a web page (https://www.w3.org/TR/appmanifest/), as far as it is read. */
const webManifestSchema = z.object({
  name: z.string().optional().catch(undefined),
  short_name: z.string().optional().catch(undefined),
  theme_color: z.string().optional().catch(undefined),
  background_color: z.string().optional().catch(undefined),
  icons: z
    .array(
      z.object({
        src: z.string(),
        sizes: z.string().optional().catch(undefined),
        purpose: z.string().optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});
/** The members of a manifest that are read. */
export type WebManifest = z.output<typeof webManifestSchema>;

/** Parses a manifest; undefined for any other text. */
export const parseWebManifest = (text: string): WebManifest | undefined => parseJsonIfValid(webManifestSchema, text);

/** Style sheets and logos of one page, at most. */
const [MAX_SHEETS, MAX_LOGOS] = [8, 4];
/** The assumed side, in pixels, of an icon without a stated size, and of a vector drawing, which has any size. */
const [UNKNOWN_SIDE, ANY_SIDE] = [32, 1024];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((word) => String(word).toLowerCase()) : textOf(value).toLowerCase().split(/\s+/);

/** An address of a file relative to a page; undefined for one that is not fetched, such as a picture within the page. */
export function fetchableUrlOf(address: string, base: string): string | undefined {
  if (address === '' || !URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) && url.href.length <= MAX_PAGE_URL_LENGTH ? url.href : undefined;
}

function* elementsIn(nodes: readonly unknown[]): Generator<Element> {
  for (const node of nodes as readonly Element[]) {
    if (node.type !== 'element') continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

const textIn = ({ children }: Element): string =>
  children.map((node) => (node.type === 'text' ? node.value : '')).join('');

/** Pixels of the longer side of an icon. */
function sideOf(sizes: string, address: string): number {
  if (/\.svg(?:$|\?)/i.test(address) || /\bany\b/i.test(sizes)) return ANY_SIDE;
  let largest = UNKNOWN_SIDE;
  for (const [, side] of sizes.matchAll(/(\d{1,4})x\d{1,4}/gi)) largest = Math.max(largest, Number(side));
  return largest;
}

interface RankedLogo extends WebPageLogo {
  rank: number;
}

/** Rank of a picture of the page that is called logo: before all icons. */
const LOGO_RANK = 10_000;
/** An icon for home screens has 180 pixels where it names no size. */
const TOUCH_SIDE = 180;
/** Files that no decoder here reads. */
const OTHER_FORMAT = /\.(?:ico|bmp|tiff?)(?:$|\?)/i;

function iconOf(link: Element, base: string): RankedLogo[] {
  const rel = wordsOf(link.properties.rel);
  const href = textOf(link.properties.href);
  const url = fetchableUrlOf(href, base);
  const isTouch = rel.some((word) => word.startsWith('apple-touch-icon'));
  if (url === undefined || !(isTouch || rel.includes('icon')) || OTHER_FORMAT.test(href)) return [];
  const sizes = wordsOf(link.properties.sizes).join(' ');
  return [{ kind: 'icon', url, rank: isTouch ? Math.max(TOUCH_SIDE, sideOf(sizes, href)) : sideOf(sizes, href) }];
}

/** A picture that its page calls logo: by its text, its class, its id or its name. */
function logoOf({ properties }: Element, base: string): RankedLogo[] {
  const url = fetchableUrlOf(textOf(properties.src) || textOf(properties.dataSrc), base);
  const names = [properties.alt, properties.id, ...wordsOf(properties.className), url?.split('/').at(-1)].map(textOf);
  if (url === undefined || !names.some((name) => /logo|brandmark|wordmark/i.test(name))) return [];
  return [{ kind: 'logo', url, rank: LOGO_RANK }];
}

const manifestIcons = (manifest: WebManifest | undefined, base: string): RankedLogo[] =>
  (manifest?.icons ?? []).flatMap(({ src, sizes = '', purpose = 'any' }) => {
    const url = fetchableUrlOf(src, base);
    if (url === undefined || !/\bany\b/.test(purpose) || OTHER_FORMAT.test(src)) return [];
    return [{ kind: 'icon' as const, url, rank: sideOf(sizes, src) }];
  });

/** Logos in the page come before its icons; larger icons come before smaller ones. */
function bestLogos(found: readonly RankedLogo[]): WebPageLogo[] {
  const ordered = found.toSorted((one, other) => other.rank - one.rank);
  const urls = [...new Set(ordered.map(({ url }) => url))].slice(0, MAX_LOGOS);
  return urls.flatMap((url) => {
    const logo = ordered.find((each) => each.url === url);
    return logo ? [{ kind: logo.kind, url }] : [];
  });
}

/**
 * Reads the statements of a page about itself.
 * @param page address of the page
 * @param manifest of the page, with its address
 */
export function readWebPageMetadata(
  tree: Root,
  page: string,
  manifest?: { url: string; content: WebManifest },
): WebPageMetadata {
  let base = page;
  const links: WebPageMetadata = {
    ...{ title: undefined, site: manifest?.content.short_name ?? manifest?.content.name, sheets: [], styles: [] },
    ...{ manifest: undefined, logos: [], themeColors: [], maskColor: undefined },
  };
  const logos = manifest ? manifestIcons(manifest.content, manifest.url) : [];
  for (const element of elementsIn(tree.children)) {
    const { tagName, properties } = element;
    const rel = tagName === 'link' ? wordsOf(properties.rel) : [];
    const url = fetchableUrlOf(textOf(properties.href), base);
    if (tagName === 'base' && url !== undefined) base = url;
    if (tagName === 'title') links.title ??= textIn(element);
    if (tagName === 'style') links.styles.push(textIn(element));
    if (tagName === 'img') logos.push(...logoOf(element, base));
    if (tagName === 'link') logos.push(...iconOf(element, base));
    if (
      rel.includes('stylesheet') &&
      !rel.includes('alternate') &&
      url !== undefined &&
      !/print/i.test(textOf(properties.media))
    )
      links.sheets.push(url);
    if (rel.includes('manifest') && url !== undefined) links.manifest ??= url;
    if (rel.includes('mask-icon')) links.maskColor ??= textOf(properties.color);
    if (tagName !== 'meta') continue;
    const name = textOf(properties.name) || textOf(properties.property);
    const content = textOf(properties.content);
    if (/^theme-color$/i.test(name) && !/dark/i.test(textOf(properties.media))) links.themeColors.push(content);
    if (/^msapplication-TileColor$/i.test(name)) links.themeColors.push(content);
    if (/^(?:og:site_name|application-name)$/i.test(name) && content !== '') links.site ??= content;
  }
  return { ...links, sheets: [...new Set(links.sheets)].slice(0, MAX_SHEETS), logos: bestLogos(logos) };
}
