import { IMAGE_FILE_RULES } from '#features/images/public.ts';
import { fileTooLargeError, type SendSsrfGuardedGet, type SentFileRules } from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { brandOfLogo } from './brand-of-logo.ts';
import { decodeFetchedText, type FetchDeadline, type FetchedFile, fetchFollowingRedirects } from './fetch-following.ts';
import { fileNameInUrl } from './file-name-of.ts';
import type { FoundBrand, FoundLogo } from './found-brand.ts';
import { brandColorsOfLogo } from './logo-colors.ts';
import type { BrandDecoder } from './ports.ts';
import {
  BRAND_PICTURE_FILE_RULES,
  STYLE_SHEET_FILE_RULES,
  WEB_MANIFEST_FILE_RULES,
  WEB_PAGE_FILE_RULES,
} from './source-kinds.ts';
import type { WebPageFacts, WebPageFiles } from './web-page-facts.ts';

/** Dependencies of reading brands. */
export interface BrandDeps {
  decoder: BrandDecoder;
  get: SendSsrfGuardedGet;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

/** Milliseconds from the start until page, style sheets and logo must be fetched: a request has 29 s, and the decoder works after them. */
const [PAGE_DEADLINE_MS, SHEETS_DEADLINE_MS, LOGO_DEADLINE_MS] = [8000, 12_000, 16_000];

const HTML_MEDIA_TYPE = /^(?:text\/html|application\/xhtml\+xml|)$/;

/** The result of work on a file that the brand can do without; undefined if the client's address or file is at fault. */
async function undefinedOnClientFault<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'unavailable') return undefined;
    throw error;
  }
}

async function filesOf(
  { get }: BrandDeps,
  { sheets, manifest }: WebPageFacts,
  deadline: FetchDeadline,
): Promise<Pick<WebPageFiles, 'sheets' | 'manifest'>> {
  const fetchOptional = (rules: SentFileRules, url: string): Promise<FetchedFile | undefined> =>
    undefinedOnClientFault(fetchFollowingRedirects(get, deadline, rules, url));
  const [manifestFile, ...sheetFiles] = await Promise.all([
    manifest === undefined ? undefined : fetchOptional(WEB_MANIFEST_FILE_RULES, manifest),
    ...sheets.map((url) => fetchOptional(STYLE_SHEET_FILE_RULES, url)),
  ]);
  return {
    sheets: sheetFiles.flatMap((file) => (file ? [{ url: file.url, css: decodeFetchedText(file) }] : [])),
    ...(manifestFile ? { manifest: { url: manifestFile.url, text: decodeFetchedText(manifestFile) } } : {}),
  };
}

/** The first logo of a page that can be fetched and decoded; undefined if there is none. */
async function logoOf(
  { decoder, get }: BrandDeps,
  accountId: string,
  { logos }: WebPageFacts,
  deadline: FetchDeadline,
): Promise<FoundLogo | undefined> {
  for (const { kind, url } of logos) {
    const file = await undefinedOnClientFault(fetchFollowingRedirects(get, deadline, BRAND_PICTURE_FILE_RULES, url));
    if (!file || file.isCut) continue;
    const logo = await undefinedOnClientFault(decoder.decodeLogo(file.bytes, accountId));
    if (logo) return { ...logo, where: `The ${kind} of the page (${fileNameInUrl(url) || new URL(url).hostname})` };
  }
  return undefined;
}

/**
 * Reads the brand of a web page: colours and fonts of its style sheets, its theme colour, its manifest, and its logo or icon. Files that
 * the page names but that cannot be fetched are left out. If the address is that of a picture, the picture is read as a logo.
 * @throws ServiceError `url_forbidden`, `page_invalid`, `image_invalid`; `unavailable` when the decoder is late
 */
export async function brandOfPage(deps: BrandDeps, accountId: string, address: string): Promise<FoundBrand> {
  const { decoder, get, elapsed } = deps;
  const start = elapsed();
  const deadlineAfter = (milliseconds: number): FetchDeadline => ({ elapsed, until: start + milliseconds });
  const page = await fetchFollowingRedirects(get, deadlineAfter(PAGE_DEADLINE_MS), WEB_PAGE_FILE_RULES, address);
  const isPicture = page.type.startsWith('image/');
  if (isPicture && page.isCut)
    throw fileTooLargeError({ ...IMAGE_FILE_RULES, max_bytes: WEB_PAGE_FILE_RULES.max_bytes }, 'url');
  if (isPicture) return brandOfLogo(decoder, accountId, { url: page.url, bytes: page.bytes });
  if (!HTML_MEDIA_TYPE.test(page.type))
    throw new ServiceError(
      'page_invalid',
      `The address is not a web page: its media type is ${page.type || 'missing'}.`,
      {
        param: 'url',
      },
    );
  const html = decodeFetchedText(page);
  const { url } = page;
  const factsOfHtml = await decoder.readPage({ url, html, sheets: [] }, accountId);
  const files = await filesOf(deps, factsOfHtml, deadlineAfter(SHEETS_DEADLINE_MS));
  const facts =
    files.sheets.length > 0 || files.manifest
      ? await decoder.readPage({ url, html, ...files }, accountId)
      : factsOfHtml;
  const logo = await logoOf(deps, accountId, facts, deadlineAfter(LOGO_DEADLINE_MS));
  const { background, text, accents, heading, body } = facts;
  const logoAccents = logo ? brandColorsOfLogo(logo).accents : [];
  return {
    name: facts.name,
    colors: { background, text, accents: [...accents, ...logoAccents] },
    fonts: { heading, body },
    logo,
  };
}
