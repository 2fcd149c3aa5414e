import { signal } from '@preact/signals';
import { ApiError } from '#front/client/api-error.ts';
import type { Schemas } from '#front/client/client.ts';
import { createVideoClient, type VideoClient } from '#front/client/video-client.ts';
import type { ConsoleCall } from './call-text.ts';

/** Name of the stored API key. */
const API_KEY_ITEM = 'video-console-key';
/** Name of the stored note that the user signed in with the session cookie, which a page on another host cannot see. */
const COOKIE_NOTE_ITEM = 'video-console-cookie';

/** The base address of the API, without a slash at its end. */
export const apiBaseUrl: string = new URL(
  document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '.',
  location.href,
).href.replace(/\/+$/, '');

/** A signed-in account with its clients of the API. */
export interface Session {
  /** The client whose calls are recorded for the drawer with calls. */
  recordingClient: VideoClient;
  /** A client whose calls are not recorded, for pictures and for polling. */
  quietClient: VideoClient;
  account: Schemas['AccountWithPlans'];
}

/** The current session. Undefined: not known yet. Null: no user is signed in. */
export const currentSession = signal<Session | null | undefined>(undefined);
type SessionCookiePresence = 'cookie' | 'none' | 'unknown';
/** The presence of a session cookie in the request of this page; `unknown` if another host serves the page. */
export const sessionCookiePresence: SessionCookiePresence = ((): SessionCookiePresence => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;
  return content === 'cookie' || content === 'none' ? content : 'unknown';
})();

/** The reason why the user must sign in again; empty: none. */
export const signOutReason = signal('');

/** An API call that the console made and recorded for the drawer with calls. */
export interface RecordedApiCall extends ConsoleCall {
  callNumber: number;
  /** `pending`, or how it ended: 200 for any success, the status of an error, 0 for no answer. */
  status: 'pending' | number;
  milliseconds: number;
}

/** The most recent API calls of the console, newest first. */
export const recentApiCalls = signal<readonly RecordedApiCall[]>([]);
const MAX_RECENT_CALLS = 50;
let lastCallNumber = 0;

/** Makes a call and records it with its status. A 401 ends the session in all tabs. */
async function recordCall<Answer>(call: ConsoleCall, sendCall: () => Promise<Answer>): Promise<Answer> {
  lastCallNumber += 1;
  const callNumber = lastCallNumber;
  const startMs = performance.now();
  const recordStatus = (status: number) => {
    const milliseconds = Math.round(performance.now() - startMs);
    recentApiCalls.value = recentApiCalls.value.map((each) =>
      each.callNumber === callNumber ? { ...each, status, milliseconds } : each,
    );
  };
  recentApiCalls.value = [
    { ...call, callNumber, status: 'pending' as const, milliseconds: 0 },
    ...recentApiCalls.value,
  ].slice(0, MAX_RECENT_CALLS);
  try {
    const answer = await sendCall();
    recordStatus(200);
    return answer;
  } catch (error) {
    recordStatus(error instanceof ApiError ? error.status : 0);
    if (error instanceof ApiError && error.status === 401 && currentSession.value) {
      const hasKey = sessionStorage.getItem(API_KEY_ITEM) !== null;
      signOut(hasKey ? 'The API key is no longer valid.' : 'You are no longer signed in.');
    }
    throw error;
  }
}

type UntypedMethod = (path: string, init?: Omit<ConsoleCall, 'method' | 'path'>) => Promise<unknown>;

/** A client that records each call for the drawer with calls. */
function createRecordingClient(video: VideoClient): VideoClient {
  const recordedMethod = (method: ConsoleCall['method']): UntypedMethod => {
    const sendUnrecorded = video[method] as unknown as UntypedMethod;
    return (path, init = {}) => {
      const { params, body } = init;
      return recordCall({ method, path, params, body }, () => sendUnrecorded(path, init));
    };
  };
  const methods = {
    get: recordedMethod('get'),
    post: recordedMethod('post'),
    put: recordedMethod('put'),
    patch: recordedMethod('patch'),
    delete: recordedMethod('delete'),
  };
  return {
    ...video,
    ...(methods as unknown as VideoClient),
    upload(path, file, options) {
      const { contentType, params, fields } = options as {
        contentType: string;
        params?: ConsoleCall['params'];
        fields?: Record<string, unknown>;
      };
      const name = file instanceof File ? file.name : 'file';
      return recordCall({ method: 'post', path, params, body: fields, file: { name, contentType } }, () =>
        video.upload(path, file, options),
      );
    },
  };
}

/** A `fetch` that sends cookies only to the API: storage with CORS for all origins refuses requests with cookies. */
const fetchWithApiCookies: typeof fetch = (input, init) =>
  fetch(input, { ...init, credentials: String(input).startsWith(`${apiBaseUrl}/`) ? 'include' : 'omit' });

/** A client with an API key; without one, with the session cookie of the browser. */
const clientOf = (key: string | undefined, retries = 2): VideoClient =>
  createVideoClient({
    baseUrl: apiBaseUrl,
    // A page cannot set the header `cookie`: the browser ignores it and sends the cookies that it has.
    credentials: key === undefined ? { session: '' } : { apiKey: key },
    fetch: fetchWithApiCookies,
    retries,
    timeoutMs: 60_000,
  });

/** Reads the account with a key; without one, with the session cookie. @throws ApiError if the service refuses it, NoAnswer */
async function openSession(key: string | undefined): Promise<Session> {
  const quietClient = clientOf(key);
  return {
    recordingClient: createRecordingClient(quietClient),
    quietClient,
    account: await quietClient.get('/account'),
  };
}

/** News for the other tabs. */
type TabNews = { kind: 'ask' } | { kind: 'key'; key: string } | { kind: 'signed-out' };
/** News with the API that it is about: tabs of the console of another API ignore it. */
type TabMessage = { api: string } & TabNews;

/** The channel between the tabs of this origin: a new tab gets the API key from another one, and all tabs sign out together. */
const tabChannel = new BroadcastChannel('video-console-session');
/** Milliseconds after which the sign-in form is shown if no other tab has sent its key. A later key is still accepted. */
const KEY_REQUEST_MS = 400;
const postToOtherTabs = (news: TabNews) => tabChannel.postMessage({ ...news, api: apiBaseUrl });

/** Called with the key of another tab; undefined if this tab is not waiting for one. */
let keyReceiver: ((key: string) => void) | undefined;

tabChannel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.api !== apiBaseUrl) return;
  const key = sessionStorage.getItem(API_KEY_ITEM);
  if (data.kind === 'ask' && key !== null) postToOtherTabs({ kind: 'key', key });
  if (data.kind === 'key') keyReceiver?.(data.key);
  if (data.kind === 'signed-out' && currentSession.value) endSession('');
});

/** The key of another tab in which a user is signed in; undefined if no tab has answered in time. */
function keyOfOtherTab(): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => {
    keyReceiver = (key) => {
      keyReceiver = undefined;
      if (!currentSession.value) signIn(key).catch(() => undefined);
    };
    resolve(undefined);
  }, KEY_REQUEST_MS);
  keyReceiver = (key) => {
    clearTimeout(timer);
    keyReceiver = undefined;
    resolve(key);
  };
  postToOtherTabs({ kind: 'ask' });
  return promise;
}

/** Functions that forget the data of a session when it ends. */
const sessionEndHandlers: (() => void)[] = [];

/** Registers a function that is called whenever a session ends. */
export const onSessionEnd = (forgetData: () => void): void => void sessionEndHandlers.push(forgetData);

/** Ends the session in this tab. @param reason shown above the sign-in form; empty: none */
function endSession(reason: string): void {
  sessionStorage.removeItem(API_KEY_ITEM);
  localStorage.removeItem(COOKIE_NOTE_ITEM);
  for (const forgetData of sessionEndHandlers) forgetData();
  recentApiCalls.value = [];
  signOutReason.value = reason;
  currentSession.value = null;
}

/** Signs in with an API key. @throws ApiError if the service refuses it, NoAnswer */
export async function signIn(key: string): Promise<void> {
  const session = await openSession(key);
  keyReceiver = undefined;
  sessionStorage.setItem(API_KEY_ITEM, key);
  signOutReason.value = '';
  currentSession.value = session;
}

/**
 * Makes an account with an invitation, and signs in with its first key. The request is not repeated: a second one finds no invitation.
 * @returns the key, which the service does not show again
 * @throws ApiError if the service refuses the invitation, NoAnswer
 */
export async function signUpWithInvitation(token: string, details: { name?: string; email?: string }): Promise<string> {
  const { api_key } = await clientOf(undefined, 0).post('/invitations/accept', { body: { token, ...details } });
  // The key is shown even if it cannot be used at the moment.
  await signIn(api_key).catch(() => undefined);
  return api_key;
}

/** Signs in with the session cookie of this browser. @throws ApiError if the service refuses it, NoAnswer */
export async function signInWithCookie(): Promise<void> {
  currentSession.value = await openSession(undefined);
  localStorage.setItem(COOKIE_NOTE_ITEM, 'yes');
  signOutReason.value = '';
}

/** Ends the session in all tabs: they forget the key, all data that was read with it, and the calls. */
export function signOut(reason = ''): void {
  endSession(reason);
  postToOtherTabs({ kind: 'signed-out' });
}

/** Resumes the session of this tab, that of another tab, or that of the cookie. Sends no request to the API without any of them. */
export async function resumeSession(): Promise<void> {
  const key = sessionStorage.getItem(API_KEY_ITEM) ?? (await keyOfOtherTab());
  const hasCookie =
    sessionCookiePresence === 'cookie' ||
    (sessionCookiePresence === 'unknown' && localStorage.getItem(COOKIE_NOTE_ITEM) === 'yes');
  if (key === undefined && !hasCookie) {
    currentSession.value = null;
    return;
  }
  try {
    if (key === undefined) await signInWithCookie();
    else await signIn(key);
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (isRefused) {
      sessionStorage.removeItem(API_KEY_ITEM);
      localStorage.removeItem(COOKIE_NOTE_ITEM);
    } else signOutReason.value = 'The service does not answer at the moment.';
    currentSession.value = null;
  }
}

/**
 * Sends a change while the user leaves the page: the browser completes the request after the page is closed. The answer is ignored.
 * @param path below the base address, with the ids filled in
 */
export function sendRequestDuringPageUnload(method: 'PUT' | 'DELETE', path: string, body?: unknown): void {
  const key = sessionStorage.getItem(API_KEY_ITEM);
  const headers = {
    ...(key === null ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  void fetch(`${apiBaseUrl}${path}`, {
    method,
    headers,
    keepalive: true,
    credentials: 'include',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
}

/** The current session, for views, which are shown only after sign-in. @throws Error without a session */
export function requireSession(): Session {
  const { value } = currentSession;
  if (!value) throw new Error('Sign in first.');
  return value;
}

/** Sends a POST whose body is a CSV file, for which the client has no types. @throws ApiError, NoAnswer */
export async function postCsv<Answer>(path: string, file: File, query: Record<string, unknown>): Promise<Answer> {
  const contentType = 'text/csv';
  const params = { query };
  const call = { method: 'post', path, params, file: { name: file.name, contentType, isBody: true } } as const;
  // Recorded here, because the recording client would show the text of the file as the body.
  const sendPost = requireSession().quietClient.post as unknown as (path: string, init: object) => Promise<Answer>;
  const bodySerializer = (text: string) => text;
  const headers = { 'content-type': contentType };
  const body = await file.text();
  return recordCall(call, () => sendPost(path, { params, headers, body, bodySerializer }));
}

/** The client for actions of the user, whose calls are recorded. @throws Error without a session */
export const requireSessionRecordingClient = (): VideoClient => requireSession().recordingClient;
