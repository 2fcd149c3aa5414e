import { signal } from '@preact/signals';
import { ApiError } from '#front/client/api-error.ts';
import { createVideoClient } from '#front/client/video-client.ts';

const STORED = 'video-console-key';
/** Says that the session cookie of this browser was taken: a page on another host cannot see the cookie. */
const STORED_COOKIE = 'video-console-cookie';
/** The base address of the API, without a slash at its end. */
export const apiBase = new URL(document.querySelector('meta[name="api"]')?.content ?? '.', location.href).href.replace(
  /\/+$/,
  '',
);
/** `undefined`: not known yet. `null`: no one is signed in. */
export const session = signal(undefined);
/** Presence of a session cookie in the request of this page; unknown if the page is a file of another host. */
export const cookieHint = (() => {
  const said = document.querySelector('meta[name="session"]')?.content;
  return said === 'cookie' || said === 'none' ? said : 'unknown';
})();
/** Reason for a new sign-in. */
export const signedOutBecause = signal('');
/** The last calls, newest first. */
export const calls = signal([]);
const MOST_CALLS = 50;
let lastNumber = 0;
/** Keeps a call while it is made, and how it ended. */
async function recorded(call, make) {
  lastNumber += 1;
  const number = lastNumber;
  const started = performance.now();
  const settle = (status) => {
    const milliseconds = Math.round(performance.now() - started);
    calls.value = calls.value.map((each) => (each.number === number ? { ...each, status, milliseconds } : each));
  };
  calls.value = [{ ...call, number, status: 'pending', milliseconds: 0 }, ...calls.value].slice(0, MOST_CALLS);
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
/** The client, with every call kept for the drawer. */
function recording(video) {
  const wrap = (method) => {
    const make = video[method];
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
    ...methods,
    upload(path, file, options) {
      const { contentType, params, fields } = options;
      const name = file instanceof File ? file.name : 'file';
      return recorded({ method: 'post', path, params, body: fields, file: { name, contentType } }, () =>
        video.upload(path, file, options),
      );
    },
  };
}
/** Cookies go to the API alone: storage that lets every page read takes none. */
const sendFetch = (input, init) =>
  fetch(input, { ...init, credentials: String(input).startsWith(`${apiBase}/`) ? 'include' : 'omit' });
/** A client with a key; without one the browser's session cookie decides. */
const clientOf = (key) =>
  createVideoClient({
    baseUrl: apiBase,
    // A page cannot set the header `cookie`: the browser sends its own.
    credentials: key === undefined ? { session: '' } : { apiKey: key },
    fetch: sendFetch,
    retries: 2,
    timeoutMs: 60_000,
  });
async function open(key) {
  const quiet = clientOf(key);
  return { video: recording(quiet), quiet, account: await quiet.get('/me') };
}
/** Tabs of this origin: a new one gets the key of another one, and all sign out together. Nothing of it is stored. */
const tabs = new BroadcastChannel('video-console-session');
/** The time before the sign-in form is shown; an answer that comes later is still taken. */
const HAND_OVER_MS = 400;
const post = (message) => tabs.postMessage({ ...message, api: apiBase });
/** Takes the key of another tab; undefined: this tab has not asked for one. */
let takeKey;
tabs.addEventListener('message', ({ data }) => {
  if (data.api !== apiBase) return;
  const key = sessionStorage.getItem(STORED);
  if (data.kind === 'ask' && key !== null) post({ kind: 'key', key });
  if (data.kind === 'key') takeKey?.(data.key);
  if (data.kind === 'signed-out' && session.value) endSession('');
});
/** The key of another tab in which somebody is signed in; undefined: none has answered yet. */
function keyOfOtherTab() {
  const { promise, resolve } = Promise.withResolvers();
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
/** Work that is done when a session ends: each part of the console forgets what it holds. */
const endings = [];
/** Has `forget` run whenever a session ends. */
export const onSessionEnd = (forget) => void endings.push(forget);
function endSession(reason) {
  sessionStorage.removeItem(STORED);
  localStorage.removeItem(STORED_COOKIE);
  for (const forget of endings) forget();
  calls.value = [];
  signedOutBecause.value = reason;
  session.value = null;
}
/** Signs in, if the service takes the key. @throws ApiError, NoAnswer */
export async function signIn(key) {
  const opened = await open(key);
  takeKey = undefined;
  sessionStorage.setItem(STORED, key);
  signedOutBecause.value = '';
  session.value = opened;
}
/** Signs in with the session cookie of this browser. @throws ApiError, NoAnswer */
export async function signInWithCookie() {
  session.value = await open(undefined);
  localStorage.setItem(STORED_COOKIE, 'yes');
  signedOutBecause.value = '';
}
/** Forgets the key, all data that was read with it, and the calls, in every tab. */
export function signOut(reason = '') {
  endSession(reason);
  post({ kind: 'signed-out' });
}
/** Takes up the session of this tab, that of another tab, or that of the cookie. Asks the API only where there is one. */
export async function resume() {
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
export function sendWhileLeaving(method, path, body) {
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
export function signedIn() {
  const { value } = session;
  if (!value) throw new Error('Sign in first.');
  return value;
}
/** Makes a call whose body is a file of CSV, which the client has no words for. @throws ApiError, NoAnswer */
export async function postCsv(path, file, query) {
  const contentType = 'text/csv';
  const params = { query };
  const call = { method: 'post', path, params, file: { name: file.name, contentType, isBody: true } };
  const send = signedIn().quiet.post;
  const bodySerializer = (text) => text;
  const headers = { 'content-type': contentType };
  const body = await file.text();
  return recorded(call, () => send(path, { params, headers, body, bodySerializer }));
}
/** Makes the calls of an action. */
export const video = () => signedIn().video;
