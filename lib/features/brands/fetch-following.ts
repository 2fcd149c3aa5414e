import { fileNotFetchedError, type SendSsrfGuardedGet, type SentFileRules } from '#features/uploads/public.ts';

/** The maximum number of redirects of one file: to `www`, to a language. Addresses with http are refused. */
const MAX_REDIRECTS = 4;
/** The maximum duration of one request. */
const REQUEST_MS = 8000;

/** A monotonic clock in milliseconds, and its time at which fetching ends (`until`). */
export interface FetchDeadline {
  elapsed(): number;
  until: number;
}

/** A file that was fetched, and its address after redirects. */
export interface FetchedFile {
  url: string;
  bytes: Uint8Array;
  /** Media type without its parameters, in lower case; empty if there is none. */
  type: string;
  /** Charset of the media type; undefined if it names none. */
  charset: string | undefined;
  /** True if the file has more bytes than its rules allow; the rest was not read. */
  isCut: boolean;
}

/**
 * Fetches a file through its redirects. Each address is checked like the first one.
 * @throws ServiceError `url_forbidden` for a forbidden address; the code of its rules for an answer other than 200, too many redirects, or a
 * timeout
 */
export async function fetchFollowingRedirects(
  get: SendSsrfGuardedGet,
  { elapsed, until }: FetchDeadline,
  rules: SentFileRules,
  address: string,
): Promise<FetchedFile> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const timeoutMs = Math.min(REQUEST_MS, until - elapsed());
    if (timeoutMs <= 0) throw fileNotFetchedError(rules, 'it took too long.');
    const { status, headers, bytes, isCut } = await get(url, rules, timeoutMs);
    const { location } = headers;
    if (status === 200) {
      const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
      const [, charset] = /charset="?([\w-]+)/.exec(parameters.join(';')) ?? [];
      return { url, bytes, type: type.trim(), charset, isCut };
    }
    if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url))
      throw fileNotFetchedError(rules, `the server answered ${status}, not 200.`);
    url = new URL(location, url).href;
  }
  throw fileNotFetchedError(rules, `the server redirected more than ${MAX_REDIRECTS} times.`);
}

/** The text of a file in its charset; in UTF-8 if the charset is unknown. */
export function decodeFetchedText({ bytes, charset = 'utf-8' }: Pick<FetchedFile, 'bytes' | 'charset'>): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
