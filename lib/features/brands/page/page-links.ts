import type { Element, Root } from 'hast';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { MAX_PAGE_URL_LENGTH } from '../web-page-facts.ts';

/** A picture that may be the logo of a page. */
export interface WebPageLogoCandidate {
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
  logos: WebPageLogoCandidate[];
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

/** Maximum numbers of style sheets and of logos of one page. */
const [MAX_SHEETS, MAX_LOGOS] = [8, 4];
/** The assumed longer side, in pixels, of an icon without a stated size, and of a vector drawing, which has any size. */
const [DEFAULT_ICON_SIDE, VECTOR_ICON_SIDE] = [32, 1024];

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const wordsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((word) => String(word).toLowerCase())
    : trimmedText(value).toLowerCase().split(/\s+/);

/** The absolute address of a file that a page names; undefined for one that is not fetched, such as a `data:` address or a very long one. */
export function findFetchableUrlOfPageLink(address: string, base: string): string | undefined {
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
function iconSideOf(sizes: string, address: string): number {
  if (/\.svg(?:$|\?)/i.test(address) || /\bany\b/i.test(sizes)) return VECTOR_ICON_SIDE;
  let largest = DEFAULT_ICON_SIDE;
  for (const [, side] of sizes.matchAll(/(\d{1,4})x\d{1,4}/gi)) largest = Math.max(largest, Number(side));
  return largest;
}

interface RankedLogo extends WebPageLogoCandidate {
  /** The longer side of an icon in pixels, or `LOGO_RANK`; higher ranks come first. */
  rank: number;
}

/** Rank of a picture of the page that is called logo: before all icons. */
const LOGO_RANK = 10_000;
/** The assumed side of an icon for home screens, in pixels. */
const TOUCH_ICON_SIDE = 180;
/** Addresses of pictures in formats that the decoder does not read. */
const UNREADABLE_FORMAT = /\.(?:ico|bmp|tiff?)(?:$|\?)/i;

/** The icon of an element `link`, if it names one that the decoder reads. */
function iconsOfLink(link: Element, base: string): RankedLogo[] {
  const rel = wordsOf(link.properties.rel);
  const href = trimmedText(link.properties.href);
  const url = findFetchableUrlOfPageLink(href, base);
  const isTouch = rel.some((word) => word.startsWith('apple-touch-icon'));
  if (url === undefined || !(isTouch || rel.includes('icon')) || UNREADABLE_FORMAT.test(href)) return [];
  const sizes = wordsOf(link.properties.sizes).join(' ');
  return [
    { kind: 'icon', url, rank: isTouch ? Math.max(TOUCH_ICON_SIDE, iconSideOf(sizes, href)) : iconSideOf(sizes, href) },
  ];
}

/** The picture of an element `img`, if the page calls it a logo: by its text, its class, its id or the name of its file. */
function logosOfImage({ properties }: Element, base: string): RankedLogo[] {
  const url = findFetchableUrlOfPageLink(trimmedText(properties.src) || trimmedText(properties.dataSrc), base);
  const names = [properties.alt, properties.id, ...wordsOf(properties.className), url?.split('/').at(-1)].map(
    trimmedText,
  );
  if (url === undefined || !names.some((name) => /logo|brandmark|wordmark/i.test(name))) return [];
  return [{ kind: 'logo', url, rank: LOGO_RANK }];
}

const iconsOfManifest = (manifest: WebManifest | undefined, base: string): RankedLogo[] =>
  (manifest?.icons ?? []).flatMap(({ src, sizes = '', purpose = 'any' }) => {
    const url = findFetchableUrlOfPageLink(src, base);
    if (url === undefined || !/\bany\b/.test(purpose) || UNREADABLE_FORMAT.test(src)) return [];
    return [{ kind: 'icon' as const, url, rank: iconSideOf(sizes, src) }];
  });

/** The best candidates: logos in the page come before its icons, and larger icons before smaller ones. */
function bestLogos(rankedLogos: readonly RankedLogo[]): WebPageLogoCandidate[] {
  const ordered = rankedLogos.toSorted((a, b) => b.rank - a.rank);
  const urls = [...new Set(ordered.map(({ url }) => url))].slice(0, MAX_LOGOS);
  return urls.flatMap((url) => {
    const logo = ordered.find((candidate) => candidate.url === url);
    return logo ? [{ kind: logo.kind, url }] : [];
  });
}

/**
 * Reads the statements of a page about itself.
 * @param pageUrl address of the page
 * @param manifest of the page, with its address
 */
export function readWebPageMetadata(
  tree: Root,
  pageUrl: string,
  manifest?: { url: string; content: WebManifest },
): WebPageMetadata {
  let base = pageUrl;
  const metadata: WebPageMetadata = {
    title: undefined,
    site: manifest?.content.short_name ?? manifest?.content.name,
    sheets: [],
    styles: [],
    manifest: undefined,
    logos: [],
    themeColors: [],
    maskColor: undefined,
  };
  const logos = manifest ? iconsOfManifest(manifest.content, manifest.url) : [];
  for (const element of elementsIn(tree.children)) {
    const { tagName, properties } = element;
    const rel = tagName === 'link' ? wordsOf(properties.rel) : [];
    const url = findFetchableUrlOfPageLink(trimmedText(properties.href), base);
    if (tagName === 'base' && url !== undefined) base = url;
    if (tagName === 'title') metadata.title ??= textIn(element);
    if (tagName === 'style') metadata.styles.push(textIn(element));
    if (tagName === 'img') logos.push(...logosOfImage(element, base));
    if (tagName === 'link') logos.push(...iconsOfLink(element, base));
    if (
      rel.includes('stylesheet') &&
      !rel.includes('alternate') &&
      url !== undefined &&
      !/print/i.test(trimmedText(properties.media))
    )
      metadata.sheets.push(url);
    if (rel.includes('manifest') && url !== undefined) metadata.manifest ??= url;
    if (rel.includes('mask-icon')) metadata.maskColor ??= trimmedText(properties.color);
    if (tagName !== 'meta') continue;
    const name = trimmedText(properties.name) || trimmedText(properties.property);
    const content = trimmedText(properties.content);
    if (/^theme-color$/i.test(name) && !/dark/i.test(trimmedText(properties.media))) metadata.themeColors.push(content);
    if (/^msapplication-TileColor$/i.test(name)) metadata.themeColors.push(content);
    if (/^(?:og:site_name|application-name)$/i.test(name) && content !== '') metadata.site ??= content;
  }
  return { ...metadata, sheets: [...new Set(metadata.sheets)].slice(0, MAX_SHEETS), logos: bestLogos(logos) };
}
