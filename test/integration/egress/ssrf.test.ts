import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { checkReceiverUrl } from '#features/webhooks/check-receiver-url.ts';
import { postToReceiver } from '#features/webhooks/post-to-receiver.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { mayUrlResolveToLoopback } from '#platform/egress/address-rules.ts';
import { createHostNameResolver, type ResolveHostName } from '#platform/egress/resolve-host-name.ts';
import { sendSsrfGuardedRequest } from '#platform/egress/send-ssrf-guarded-request.ts';
import { SsrfGuardedRequestError } from '#platform/egress/ssrf-guarded-request-error.ts';
import { startNameServer } from '#test/support/egress/name-server.ts';
import { httpServer, type Listening, listen } from '#test/support/egress/servers.ts';
import { REBINDING, spellings, ZONE } from '#test/support/egress/spellings.ts';
import { patiently } from '#test/support/patiently.ts';

/** Listens where no connection may come, on one port of three addresses of this machine. */
const canaries: Listening[] = [];
let names: Awaited<ReturnType<typeof startNameServer>>;
let resolve: ResolveHostName;
let port: number;

beforeAll(async () => {
  const first = await listen(createServer());
  port = first.port;
  canaries.push(first, await listen(createServer(), '::1', port), await listen(createServer(), '127.0.0.2', port));
});
afterAll(() => Promise.all(canaries.map((canary) => canary.close())));
beforeEach(async () => {
  names = await startNameServer(ZONE);
  resolve = createHostNameResolver([names.server]);
  return () => names.close();
});
const touched = () => canaries.map((canary) => canary.connections());

async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    if (error instanceof SsrfGuardedRequestError) return error.isRefused ? 'refused' : error.message;
    throw error;
  }
}

/** Nothing here waits for its end: what is refused is refused before, also on a busy machine. */
const PATIENT_MS = 120_000;

const request = (url: string, allowLoopback: boolean) =>
  sendSsrfGuardedRequest(url, {
    method: 'GET',
    headers: {},
    allowLoopback,
    timeoutMs: PATIENT_MS,
    maxBytes: 100,
    resolve,
  });

describe('an address that leads to this machine or into our network', () => {
  it('has more than sixty spellings here', () => {
    expect(new Set(spellings(1)).size).toBeGreaterThan(90);
  });

  it('is refused in every spelling when it is registered, except a name that is harmless then', async () => {
    for (const url of spellings(port)) {
      const rebinding = REBINDING.some((name) => url.includes(`//${name}:`));
      expect([url, await codeOf(checkReceiverUrl({ resolve, allowLoopback: false }, url, 'url'))]).toEqual([
        url,
        rebinding ? 'done' : 'webhook_url_forbidden',
      ]);
    }
    expect(touched()).toEqual([0, 0, 0]);
  });

  it('is refused in every spelling when it is connected to, and when a file is imported from it', async () => {
    // What a name was when it was registered.
    for (const name of REBINDING) await resolve(name);
    for (const url of spellings(port)) expect([url, await codeOf(request(url, false))]).toEqual([url, 'refused']);
    const fetchFile = createHttpFileFetcher({ resolve });
    for (const url of spellings(port))
      expect([url, await codeOf(fetchFile(url, IMAGE_FILE_RULES))]).toEqual([url, 'url_forbidden']);
    expect(touched()).toEqual([0, 0, 0]);
  });

  it('is refused under the local stack too, except the three spellings of this machine', async () => {
    for (const name of REBINDING) await resolve(name);
    const others = [...spellings(port), ...spellings(port).map((url) => url.replace('https:', 'http:'))].filter(
      (url) => !mayUrlResolveToLoopback(url, true),
    );
    expect(others.length).toBe(2 * (spellings(port).length - 3));
    for (const url of others) expect([url, await codeOf(request(url, true))]).toEqual([url, 'refused']);
    expect(touched()).toEqual([0, 0, 0]);
  });

  it('is not found by way of a redirect', async () => {
    for (const location of [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, 'http://169.254.169.254/']) {
      const receiver = await listen(httpServer((_, response) => response.writeHead(307, { location }).end()));
      const url = `http://localhost:${receiver.port}/`;
      expect((await postToReceiver({ allowLoopback: true, resolve })(url, {}, '{}')).status).toBe(307);
      await receiver.close();
    }
    expect(touched()).toEqual([0, 0, 0]);
  });

  it("is refused at the stack's own ports, whichever of them", async () => {
    const allowLoopback = { exceptPorts: [port] };
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${port}/`;
        expect(await codeOf(checkReceiverUrl({ resolve, allowLoopback }, url, 'url'))).toBe('webhook_url_forbidden');
        const options = {
          method: 'GET',
          headers: {},
          allowLoopback,
          timeoutMs: PATIENT_MS,
          maxBytes: 1,
          resolve,
        } as const;
        expect(await codeOf(sendSsrfGuardedRequest(url, options))).toBe('refused');
      }
    expect(touched()).toEqual([0, 0, 0]);
  });
});

describe('the lookup', () => {
  it('asks the name server itself, at registration and again at the connection', async () => {
    await checkReceiverUrl({ resolve, allowLoopback: false }, `https://rebind.example:${port}/`, 'url');
    expect(names.asked).toEqual(['rebind.example', 'rebind.example']);
    expect(await codeOf(request(`https://rebind.example:${port}/`, false))).toBe('refused');
    expect(names.asked).toHaveLength(4);
  });

  it('gives all addresses of a name, and none of one that does not exist', async () => {
    expect(await resolve('one-of-both.example')).toEqual(['93.184.216.34', '::1']);
    expect(await resolve('nowhere.example')).toEqual([]);
    expect(await codeOf(request('https://nowhere.example/', false))).toBe('The host name does not resolve.');
  });

  it('finds the canary where it is allowed to: it does listen', async () => {
    const before = touched();
    const asked = ['127.0.0.1', '[::1]'].map((host) => codeOf(request(`http://${host}:${port}/`, true)));
    await patiently(() => expect(touched()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1, before[2]]));
    for (const canary of canaries) canary.cut();
    // How a connection that is cut ends depends on what was read of it.
    expect(await Promise.all(asked)).not.toContain('refused');
  });
});
