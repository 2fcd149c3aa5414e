import { signal } from '@preact/signals';
import { ApiError } from '../../client/api-error.ts';
import type { Schemas } from '../../client/client.ts';
import { createVideoClient, type VideoClient } from '../../client/video-client.ts';
import type { Call } from './call-text.ts';

const STORED = 'video-console-key';

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
/** Why somebody has to sign in again. */
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
    if (error instanceof ApiError && error.status === 401 && session.value)
      signOut('The credentials are not valid any more.');
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
const send: typeof fetch = (input, init) =>
  fetch(input, { ...init, credentials: String(input).startsWith(`${apiBase}/`) ? 'include' : 'omit' });

/** A client with a key; without one the browser's session cookie decides. */
const clientOf = (key: string | undefined): VideoClient =>
  createVideoClient({
    baseUrl: apiBase,
    // A page cannot set the header `cookie`: the browser sends its own.
    credentials: key === undefined ? { session: '' } : { apiKey: key },
    fetch: send,
    retries: 2,
    timeoutMs: 60_000,
  });

async function open(key: string | undefined): Promise<Session> {
  const quiet = clientOf(key);
  return { video: recording(quiet), quiet, account: await quiet.get('/me') };
}

/** Signs in, if the service takes the key. @throws ApiError, NoAnswer */
export async function signIn(key: string): Promise<void> {
  const opened = await open(key);
  sessionStorage.setItem(STORED, key);
  signedOutBecause.value = '';
  session.value = opened;
}

/** Forgets the key, what was read with it, and the calls. */
export function signOut(reason = ''): void {
  sessionStorage.removeItem(STORED);
  calls.value = [];
  signedOutBecause.value = reason;
  session.value = null;
}

/** Takes up the session of this tab, or that of the cookie. */
export async function resume(): Promise<void> {
  const key = sessionStorage.getItem(STORED) ?? undefined;
  try {
    session.value = await open(key);
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (key !== undefined && !isRefused) signedOutBecause.value = 'The service does not answer at the moment.';
    if (isRefused) sessionStorage.removeItem(STORED);
    session.value = null;
  }
}

/** The clients of who is signed in. Views are shown after sign-in only. */
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
  const post = signedIn().quiet.post as unknown as (path: string, init: object) => Promise<Answer>;
  const bodySerializer = (text: string) => text;
  const headers = { 'content-type': contentType };
  const body = await file.text();
  return recorded(call, () => post(path, { params, headers, body, bodySerializer }));
}

/** Makes the calls of an action. */
export const video = (): VideoClient => signedIn().video;
