import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { VideoClient } from '#front/client/video-client.ts';

const COOKIE_NOTE = 'video-console-cookie';
const KEY = 'video-console-key';

/** Storage of a browser. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
  };
}

/** A channel to other tabs, of which there are none. */
class SilentChannel {
  readonly addEventListener = vi.fn();
  readonly postMessage = vi.fn();
}

const answer = vi.fn<() => Promise<Response>>();
vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('location', { href: 'https://console.example/' });
vi.stubGlobal('sessionStorage', memoryStorage());
vi.stubGlobal('localStorage', memoryStorage());
vi.stubGlobal('BroadcastChannel', SilentChannel);
vi.stubGlobal('fetch', answer);

/** The exports of the module that are used here. It has types of the browser, so the tests are not compiled with it. */
interface SessionModule {
  currentSession: { value: { account: unknown } | null | undefined };
  recentApiCalls: { value: readonly unknown[] };
  requireSessionRecordingClient: () => VideoClient;
  resumeSession: () => Promise<void>;
  signOutReason: { value: string };
}
const path: string = '#front/console/app/session.ts';
const { currentSession, recentApiCalls, requireSessionRecordingClient, resumeSession, signOutReason }: SessionModule =
  await import(path);

const json = (status: number, body: object) => () =>
  Promise.resolve(Response.json(body, { status, headers: { 'content-type': 'application/json' } }));
const refused = json(401, { error: { type: 'authentication_error', code: 'unauthenticated', message: 'Sign in.' } });
const busy = json(503, { error: { type: 'api_error', code: 'unavailable', message: 'Later.' } });
const unreachable = () => Promise.reject(new TypeError('fetch failed'));

/** Resumes the session without waiting for other tabs or between attempts. */
async function resumed(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const end = resumeSession();
  await vi.runAllTimersAsync();
  await end;
  vi.useRealTimers();
}

beforeEach(() => {
  currentSession.value = undefined;
  signOutReason.value = '';
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  answer.mockReset();
});
afterAll(() => vi.unstubAllGlobals());

it.each([
  ['no answer', unreachable],
  ['a 503', busy],
])('a session of the cookie outlives %s: the next load of the console resumes it', async (_, outage) => {
  localStorage.setItem(COOKIE_NOTE, 'yes');
  answer.mockImplementation(outage);
  await resumed();
  expect(currentSession.value).toBeNull();
  expect(signOutReason.value).toBe('The service does not answer at the moment.');
  answer.mockImplementation(json(200, { id: 'acc_1' }));
  await resumed();
  expect(currentSession.value?.account).toEqual({ id: 'acc_1' });
});

it('a refused cookie is not sent again at the next load', async () => {
  localStorage.setItem(COOKIE_NOTE, 'yes');
  answer.mockImplementation(refused);
  await resumed();
  expect([currentSession.value, signOutReason.value, localStorage.getItem(COOKIE_NOTE)]).toEqual([null, '', null]);
});

it.each([
  ['a key', () => sessionStorage.setItem(KEY, 'svc_1'), 'The API key is no longer valid.'],
  ['the cookie', () => localStorage.setItem(COOKIE_NOTE, 'yes'), 'You are no longer signed in.'],
])('a 401 ends a session of %s with its reason', async (_, remember, reason) => {
  remember();
  answer.mockImplementation(json(200, { id: 'acc_1' }));
  await resumed();
  answer.mockImplementation(refused);
  await expect(requireSessionRecordingClient().get('/account')).rejects.toMatchObject({ status: 401 });
  expect([currentSession.value, signOutReason.value, recentApiCalls.value]).toEqual([null, reason, []]);
});
