import { signal } from '@preact/signals';
import { ApiError } from '#front/client/api-error.ts';
import type { Schemas } from '#front/client/client.ts';
import { createVideoClient, type VideoClient } from '#front/client/video-client.ts';
import type { Call } from './call-text.ts';

const STORED = 'video-console-key';
/** Says that the session cookie of this browser was taken: a page on another host cannot see the cookie. */
const STORED_COOKIE = 'video-console-cookie';

/** The base address of the API, without a slash at its end. */
export const apiBase: string = new URL(
  document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '.',
  location.href,
).href.replace(/\/+$/, '');

export interface Session {
  video: VideoClient;
  /** For pictures and for what is asked for again and again: its calls are not kept. */
  quiet: VideoClient;
  account: Schemas['Account'];
}

/** `undefined`: not known yet. `null`: no one is signed in. */
export const session = signal<Session | null | undefined>(undefined);
type CookieHint = 'cookie' | 'none' | 'unknown';
/** Presence of a session cookie in the request of this page; unknown if the page is a file of another host. */
export const cookieHint: CookieHint = ((): CookieHint => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;
  return said === 'cookie' || said === 'none' ? said : 'unknown';
})();

/** Reason for a new sign-in. */
export const signedOutBecause = signal('');

export interface MadeCall extends Call {
  number: number;
  /** `pending`, or how it ended: an HTTP status, or 0 for no answer. */
  status: 'pending' | number;
  milliseconds: number;
}

/** The last calls, newest first. */
export const calls = signal<readonly MadeCall[]>([]);
const MOST_CALLS = 50;
let lastNumber = 0;

/** Keeps a call while it is made, and how it ended. */
async function recorded<Answer>(call: Call, make: () => Promise<Answer>): Promise<Answer> {
  lastNumber += 1;
  const number = lastNumber;
  const started = performance.now();
  const settle = (status: number) => {
    const milliseconds = Math.round(performance.now() - started);
    calls.value = calls.value.map((each) => (each.number === number ? { ...each, status, milliseconds } : each));
  };
  calls.value = [{ ...call, number, status: 'pending' as const, milliseconds: 0 }, ...calls.value].slice(0, MOST_CALLS);
  try {
    const answer = await make();
    settle(200);
    return answer;
  } catch (error) {
    settle(error instanceof ApiError ? error.status : 0);
    if (error instanceof ApiError && error.status === 401 && session.value) signOut('The API key is no longer valid.');
    throw error;
  }
}

type UntypedMethod = (path: string, init?: Omit<Call, 'method' | 'path'>) => Promise<unknown>;

/** The client, with every call kept for the drawer. */
function recording(video: VideoClient): VideoClient {
  const wrap = (method: Call['method']): UntypedMethod => {
    const make = video[method] as unknown as UntypedMethod;
    return (path, init = {}) => {
      const { params, body } = init;
      return recorded({ method, path, params, body }, () => make(path, init));
    };
  };
  const methods = {
    get: wrap('get'),
    post: wrap('post'),
    put: wrap('put'),
    patch: wrap('patch'),
    delete: wrap('delete'),
  };
  return {
    ...video,
    ...(methods as unknown as VideoClient),
    upload(path, file, options) {
      const { contentType, params, fields } = options as {
        contentType: string;
        params?: Call['params'];
        fields?: Record<string, unknown>;
      };
      const name = file instanceof File ? file.name : 'file';
      return recorded({ method: 'post', path, params, body: fields, file: { name, contentType } }, () =>
        video.upload(path, file, options),
      );
    },
  };
}

/** Cookies go to the API alone: storage that lets every page read takes none. */
const sendFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, credentials: String(input).startsWith(`${apiBase}/`) ? 'include' : 'omit' });

/** A client with a key; without one the browser's session cookie decides. */
const clientOf = (key: string | undefined): VideoClient =>
  createVideoClient({
    baseUrl: apiBase,
    // A page cannot set the header `cookie`: the browser sends its own.
    credentials: key === undefined ? { session: '' } : { apiKey: key },
    fetch: sendFetch,
    retries: 2,
    timeoutMs: 60_000,
  });

async function open(key: string | undefined): Promise<Session> {
  const quiet = clientOf(key);
  return { video: recording(quiet), quiet, account: await quiet.get('/me') };
}

type Message = { kind: 'ask' } | { kind: 'key'; key: string } | { kind: 'signed-out' };
/** A message between the tabs of one console. */
type TabMessage = { api: string } & Message;

/** Tabs of this origin: a new one gets the key of another one, and all sign out together. Nothing of it is stored. */
const tabs = new BroadcastChannel('video-console-session');
/** The time before the sign-in form is shown; an answer that comes later is still taken. */
const HAND_OVER_MS = 400;
const post = (message: Message) => tabs.postMessage({ ...message, api: apiBase });

/** Takes the key of another tab; undefined: this tab has not asked for one. */
let takeKey: ((key: string) => void) | undefined;

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.api !== apiBase) return;
  const key = sessionStorage.getItem(STORED);
  if (data.kind === 'ask' && key !== null) post({ kind: 'key', key });
  if (data.kind === 'key') takeKey?.(data.key);
  if (data.kind === 'signed-out' && session.value) endSession('');
});

/** The key of another tab in which somebody is signed in; undefined: none has answered yet. */
function keyOfOtherTab(): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => {
    takeKey = (key) => {
      takeKey = undefined;
      if (!session.value) signIn(key).catch(() => undefined);
    };
    resolve(undefined);
  }, HAND_OVER_MS);
  takeKey = (key) => {
    clearTimeout(timer);
    takeKey = undefined;
    resolve(key);
  };
  post({ kind: 'ask' });
  return promise;
}

/** Work that is done when a session ends: each part of the console forgets its data. */
const endings: (() => void)[] = [];

/** Has `forget` run whenever a session ends. */
export const onSessionEnd = (forget: () => void): void => void endings.push(forget);

function endSession(reason: string): void {
  sessionStorage.removeItem(STORED);
  localStorage.removeItem(STORED_COOKIE);
  for (const forget of endings) forget();
  calls.value = [];
  signedOutBecause.value = reason;
  session.value = null;
}

/** Signs in, if the service takes the key. @throws ApiError, NoAnswer */
export async function signIn(key: string): Promise<void> {
  const opened = await open(key);
  takeKey = undefined;
  sessionStorage.setItem(STORED, key);
  signedOutBecause.value = '';
  session.value = opened;
}

/** Signs in with the session cookie of this browser. @throws ApiError, NoAnswer */
export async function signInWithCookie(): Promise<void> {
  session.value = await open(undefined);
  localStorage.setItem(STORED_COOKIE, 'yes');
  signedOutBecause.value = '';
}

/** Forgets the key, all data that was read with it, and the calls, in every tab. */
export function signOut(reason = ''): void {
  endSession(reason);
  post({ kind: 'signed-out' });
}

/** Takes up the session of this tab, that of another tab, or that of the cookie. Asks the API only where there is one. */
export async function resume(): Promise<void> {
  const key = sessionStorage.getItem(STORED) ?? (await keyOfOtherTab());
  const hasCookie =
    cookieHint === 'cookie' || (cookieHint === 'unknown' && localStorage.getItem(STORED_COOKIE) === 'yes');
  if (key === undefined && !hasCookie) {
    session.value = null;
    return;
  }
  try {
    if (key === undefined) await signInWithCookie();
    else await signIn(key);
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (key !== undefined && !isRefused) signedOutBecause.value = 'The service does not answer at the moment.';
    if (isRefused) sessionStorage.removeItem(STORED);
    localStorage.removeItem(STORED_COOKIE);
    session.value = null;
  }
}

/**
 * Sends a change while the page is being left: the browser finishes it after the page is gone. Its answer is not read.
 * @param path with its ids filled in
 */
export function sendWhileLeaving(method: 'PUT' | 'DELETE', path: string, body?: unknown): void {
  const key = sessionStorage.getItem(STORED);
  const headers = {
    ...(key === null ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  void fetch(`${apiBase}${path}`, {
    method,
    headers,
    keepalive: true,
    credentials: 'include',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
}

/** The clients of the signed-in account. Views are shown after sign-in only. */
export function signedIn(): Session {
  const { value } = session;
  if (!value) throw new Error('Sign in first.');
  return value;
}

/** Makes a call whose body is a file of CSV, which the client has no words for. @throws ApiError, NoAnswer */
export async function postCsv<Answer>(path: string, file: File, query: Record<string, unknown>): Promise<Answer> {
  const contentType = 'text/csv';
  const params = { query };
  const call = { method: 'post', path, params, file: { name: file.name, contentType, isBody: true } } as const;
  const send = signedIn().quiet.post as unknown as (path: string, init: object) => Promise<Answer>;
  const bodySerializer = (text: string) => text;
  const headers = { 'content-type': contentType };
  const body = await file.text();
  return recorded(call, () => send(path, { params, headers, body, bodySerializer }));
}

/** Makes the calls of an action. */
export const video = (): VideoClient => signedIn().video;
