import {
  createHttpFileFetcher,
  createSsrfGuardedGet,
  type FetchConnectionSettings,
  type FetchFile,
  fileNotFetchedError,
  fileTooLargeError,
  type SendSsrfGuardedGet,
  type SentFileRules,
} from '#features/uploads/public.ts';
import type { SsrfGuardedRequestAnswer } from '#platform/egress/public.ts';
import { isGoogleExportUrl, parseGoogleSlidesUrl } from './google-slides.ts';

/** The maximum number of redirects of one deck. Google redirects once. */
const MAX_REDIRECTS = 4;
/** Milliseconds for all requests together: Google converts the deck before it answers. */
const TIMEOUT_MS = 20_000;

const SHARE_ADVICE =
  'Choose Share, General access, “Anyone with the link” there, and send its address again; or download it (File, Download, Microsoft PowerPoint), and send the file.';
const NOT_PUBLIC_MESSAGE = `Google Slides does not give this deck to everyone. ${SHARE_ADVICE}`;
const PUBLISHED_MESSAGE =
  'This is the address of a deck that was published to the web, which has no file. Send the address that Share, Copy link gives.';

const isWebPage = ({ headers, bytes }: SsrfGuardedRequestAnswer): boolean =>
  /^text\/html\b/i.test(headers['content-type'] ?? '') ||
  /^\s*<(?:!doctype|html)\b/i.test(bytes.subarray(0, 200).toString('latin1'));

/**
 * Fetches the file of a deck from Google, through its redirects. Each address is checked like the first one, and a redirect to a sign-in is
 * an error.
 * @throws ServiceError for a deck that is missing, not public, or too large
 */
async function fetchExportedDeck(address: string, rules: SentFileRules, get: SendSsrfGuardedGet): Promise<Uint8Array> {
  const deadline = performance.now() + TIMEOUT_MS;
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await get(url.href, rules, Math.max(1, deadline - performance.now()));
    const { status, headers } = answer;
    const { location } = headers;
    if (status === 200) {
      if (isWebPage(answer)) throw fileNotFetchedError(rules, NOT_PUBLIC_MESSAGE);
      if (answer.isCut) throw fileTooLargeError(rules, 'url');
      return answer.bytes;
    }
    if (status === 401 || status === 403) throw fileNotFetchedError(rules, NOT_PUBLIC_MESSAGE);
    if (status === 404)
      throw fileNotFetchedError(rules, `Google Slides has no such deck, or it is not public. ${SHARE_ADVICE}`);
    if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url.href))
      throw fileNotFetchedError(rules, `Google answered ${status}, not 200.`);
    url = new URL(location, url);
    if (url.hostname === 'accounts.google.com') throw fileNotFetchedError(rules, NOT_PUBLIC_MESSAGE);
    if (!isGoogleExportUrl(url))
      throw fileNotFetchedError(rules, 'Google redirected to another service. Download the deck, and send the file.');
  }
  throw fileNotFetchedError(
    rules,
    `Google redirected more than ${MAX_REDIRECTS} times. Download the deck, and send the file.`,
  );
}

/**
 * A function that fetches a deck at an address of a client. A deck of Google Slides is fetched as the PPTX to which Google converts it.
 * @param get sends one request; tests replace it
 */
export function createHttpDeckFetcher(
  settings: FetchConnectionSettings = {},
  get: SendSsrfGuardedGet = createSsrfGuardedGet(settings),
): FetchFile {
  const fetchFile = createHttpFileFetcher(settings);
  return async (url, rules) => {
    const googleDeck = parseGoogleSlidesUrl(url);
    if (googleDeck === 'published') throw fileNotFetchedError(rules, PUBLISHED_MESSAGE);
    return googleDeck ? fetchExportedDeck(googleDeck.exported, rules, get) : fetchFile(url, rules);
  };
}
