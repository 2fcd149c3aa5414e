/** The headers of a request that may have credentials. Undefined: the header is absent. An empty header counts as a wrong credential. */
export interface Credentials {
  apiKey: string | undefined;
  authorization: string | undefined;
  /** The whole `cookie` header. */
  cookie?: string | undefined;
  origin?: string | undefined;
  /** HTTP method; a session cookie on an unsafe method needs an allowed origin. */
  method?: string | undefined;
}

const SESSION_COOKIE = 'session';

/** An `authorization` header: the scheme in upper or lower case (RFC 9110), spaces, and one signed JWT. */
const BEARER_HEADER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The maximum length of a token, in characters; a longer one is refused without being parsed. */
export const MAX_TOKEN_LENGTH = 8192;
const MAX_AUTHORIZATION_LENGTH = MAX_TOKEN_LENGTH + 'Bearer '.length;

/** The token in an `authorization` header; undefined when the header is not exactly one bearer token, or is too long. */
export function findBearerToken(authorization: string): string | undefined {
  if (authorization.length > MAX_AUTHORIZATION_LENGTH) return undefined;
  return BEARER_HEADER.exec(authorization)?.[1];
}

/** The start of an API key in an `authorization` header, with the scheme Bearer or without. */
const API_KEY_START = /^(Bearer +)?svc_(live|test)_/i;

/** Reports whether an `authorization` header has an API key in it, valid or not. */
export const hasApiKeyInAuthorization = (authorization: string): boolean => API_KEY_START.test(authorization);

/**
 * The values of all session cookies in a `cookie` header; empty if there is none. There can be two, because a page of a neighbouring
 * domain can set one for the parent domain.
 */
export function readSessionCookieValues(cookie: string): string[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair === SESSION_COOKIE || pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reports whether a request with a session cookie comes from an allowed origin, or needs none because it changes nothing. A browser also
 * sends cookies with requests that pages of other sites make (CSRF), so a request that changes data must come from a page of an allowed origin.
 */
export function isSafeFromCsrf({ method, origin }: Credentials, allowedOrigins: readonly string[]): boolean {
  if (method !== undefined && SAFE_METHODS.includes(method)) return true;
  return origin !== undefined && allowedOrigins.includes(origin);
}
