import { fileNotFetchedError, type SendSsrfGuardedGet, type SentFileKind } from '#features/uploads/public.ts';

/** Redirects of one file, at most: to `www`, to a language. Addresses with http are refused. */
const MAX_REDIRECTS = 4;
/** Milliseconds of one request, at most. */
const REQUEST_MS = 8000;

/** A clock in milliseconds, and the time at which fetching ends. */
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
  /** Charset of the media type. */
  charset: string | undefined;
  /** True if the file has more bytes than its kind takes; the rest was not read. */
  isCut: boolean;
}

/**
 * Fetches a file through its redirects. Each address is checked like the first one.
 * @throws ServiceError `url_forbidden` for an address that is forbidden; the kind's code for another answer than 200, and without an answer
 */
export async function fetchFollowingRedirects(
  get: SendSsrfGuardedGet,
  { elapsed, until }: FetchDeadline,
  kind: SentFileKind,
  address: string,
): Promise<FetchedFile> {
  let url = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const left = Math.min(REQUEST_MS, until - elapsed());
    if (left <= 0) throw fileNotFetchedError(kind, 'it took too long.');
    const { status, headers, bytes, isCut } = await get(url, kind, left);
    const { location } = headers;
    if (status === 200) {
      const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
      const [, charset] = /charset="?([\w-]+)/.exec(parameters.join(';')) ?? [];
      return { url, bytes, type: type.trim(), charset, isCut };
    }
    if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url))
      throw fileNotFetchedError(kind, `the server answered ${status}, not 200.`);
    url = new URL(location, url).href;
  }
  throw fileNotFetchedError(kind, `the server redirected more than ${MAX_REDIRECTS} times.`);
}

/** The text of a file in its charset; in UTF-8 if it names none that is known. */
export function decodeFetchedText({ bytes, charset = 'utf-8' }: Pick<FetchedFile, 'bytes' | 'charset'>): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
