/** The credentials of a request as they were sent. Undefined: the header is absent. Empty: it was sent, and is wrong. */
export interface Credentials {
  apiKey: string | undefined;
  authorization: string | undefined;
  /** The whole `cookie` header. */
  cookie?: string | undefined;
  origin?: string | undefined;
  /** HTTP method: a cookie on an unsafe one needs an allowed origin. */
  method?: string | undefined;
}

const SESSION_COOKIE = 'session';

/** The scheme in any case (RFC 9110), and one JWT with a signature: nothing before, between or after. */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** A longer token is refused without being parsed. In characters. */
export const MAX_TOKEN_LENGTH = 8192;
const MAX_AUTHORIZATION_LENGTH = MAX_TOKEN_LENGTH + 'Bearer '.length;

/** The token of an `authorization` header; undefined when it is anything but one bearer token of a possible size. */
export function bearerToken(authorization: string): string | undefined {
  if (authorization.length > MAX_AUTHORIZATION_LENGTH) return undefined;
  return BEARER.exec(authorization)?.[1];
}

/** An API key as it starts, where a bearer token is expected, with the scheme or without. */
const API_KEY = /^(Bearer +)?svc_(live|test)_/i;

/** Reports whether an `authorization` header has an API key in it. It need not be a good one. */
export const hasApiKey = (authorization: string): boolean => API_KEY.test(authorization);

/**
 * Values of the session cookie in a `cookie` header; empty without such a cookie. Two are possible, because a neighbouring domain can
 * plant one: the caller decides what to do then.
 */
export function sessionCookies(cookie: string): string[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair === SESSION_COOKIE || pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reports whether a cookie may speak for its user here. A browser sends cookies along with requests that other sites made up, so
 * a request that changes something must come from a page of an allowed origin.
 */
export function isTrustedOrigin({ method, origin }: Credentials, allowed: readonly string[]): boolean {
  if (method !== undefined && SAFE_METHODS.includes(method)) return true;
  return origin !== undefined && allowed.includes(origin);
}
