import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ServiceError } from '#kernel/shared/errors.ts';
import { type GatewayOptions, startGateway } from '#stack/gateway/gateway.ts';
import { sendRaw } from '#test/support/stack/fixture-service.ts';

const silent = { debug(): void {}, info() {}, warn() {}, error() {} };
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function upstream(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener);
  // Else Node closes a connection that is kept for 5 s, while this process stands still.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { port: (server.address() as AddressInfo).port, server };
}

async function gateway(target: () => number | undefined, limits: Partial<GatewayOptions> = {}) {
  const { port, close } = await startGateway({ port: 0, target, log: silent, ...limits });
  opened.push(close);
  return port;
}

const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;

describe('the gateway', () => {
  test('answers what it refuses in the error shape, and the handler gets nothing of it', async () => {
    const seen: string[] = [];
    const { port } = await upstream((request, response) => {
      seen.push(request.method ?? '');
      response.writeHead(200, { 'x-request-id': 'req_1' }).end('{}');
    });
    const at = await gateway(() => port, {
      refusal: ({ method }) =>
        method === 'POST'
          ? new ServiceError('unavailable', 'No room.', { headers: { 'retry-after': '30' } })
          : undefined,
    });
    const refused = await fetch(`http://127.0.0.1:${at}/v1/uploads`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await codeOf(refused)).toBe('503 unavailable');
    expect((await fetch(`http://127.0.0.1:${at}/v1/renders`)).status).toBe(200);
    expect(seen).toEqual(['GET']);
  });

  test('gives up on a handler that does not answer in time', async () => {
    const { port } = await upstream(() => undefined);
    const at = await gateway(() => port, { timeoutMs: 50 });

    expect(await codeOf(await fetch(`http://127.0.0.1:${at}/`))).toBe('504 timed_out');
  });

  test('lets a request wait until there is a process to take it', async () => {
    const { port } = await upstream((_, response) => response.writeHead(200, { 'x-request-id': 'req_1' }).end('late'));
    let target: number | undefined;
    const at = await gateway(() => target);

    const waiting = fetch(`http://127.0.0.1:${at}/`);
    setTimeout(() => {
      target = port;
    }, 100);

    expect(await (await waiting).text()).toBe('late');
  });

  test('hands a request that came between two processes to the next one', async () => {
    const { port } = await upstream((_, response) => response.writeHead(200, { 'x-request-id': 'req_1' }).end('next'));
    // Nothing listens on it: it is for tcpmux, which no machine runs, and no free port is below 1024.
    let target = 1;
    const at = await gateway(() => target);

    const waiting = fetch(`http://127.0.0.1:${at}/`);
    setTimeout(() => {
      target = port;
    }, 100);

    expect(await (await waiting).text()).toBe('next');
  });

  test('tells a client to come back when there is none for too long', async () => {
    const at = await gateway(() => undefined, { waitMs: 50 });
    const response = await fetch(`http://127.0.0.1:${at}/`);

    expect(response.headers.get('retry-after')).toBe('1');
    expect(await codeOf(response)).toBe('503 unavailable');
  });

  test('lets a page of an allowed origin read what it answers itself, and no other page', async () => {
    const at = await gateway(() => undefined, { waitMs: 1, sessionOrigins: () => ['https://app.example'] });
    const readers = ['https://app.example', 'https://evil.example'].map(async (origin) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${at}/`, { headers: { origin } });
      return [status, headers.get('access-control-allow-origin'), headers.get('vary')];
    });
    expect(await Promise.all(readers)).toEqual([
      [503, 'https://app.example', 'origin'],
      [503, null, 'origin'],
    ]);
  });

  test('answers a body that is too large when its client has written it', async () => {
    const at = await gateway(() => undefined);
    const piece = Buffer.alloc(1024 * 1024);
    const headers = { 'content-length': 12 * piece.length };
    let written = 0;

    const status = await new Promise((resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port: at, method: 'POST', headers }, (answer) =>
        resolve([answer.statusCode, written]),
      );
      sending.on('error', reject);
      const write = () => {
        written += 1;
        if (written === 12) sending.end(piece);
        else sending.write(piece, () => setTimeout(write, 5));
      };
      write();
    });

    expect(status).toEqual([413, 12]);
  });

  test('does not hand on a body that grows over 10 MB without having said its length', async () => {
    let reached = false;
    const { port } = await upstream((_, response) => {
      reached = true;
      response.end();
    });
    const at = await gateway(() => port);

    const status = await new Promise((resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port: at, method: 'POST' }, (answer) => resolve(answer.statusCode));
      sending.on('error', reject);
      for (let i = 0; i < 11; i++) sending.write(Buffer.alloc(1024 * 1024));
      sending.end();
    });

    expect([status, reached]).toEqual([413, false]);
  });

  test('hands on method, path, header lines and body as they are, except switches of the emulator', async () => {
    const { port } = await upstream(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const seen = {
        method: incoming.method,
        url: incoming.url,
        raw: incoming.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      };
      response.writeHead(
        201,
        [
          ['x-request-id', 'req_1'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ].flat(),
      );
      response.end(JSON.stringify(seen));
    });
    const at = await gateway(() => port, { allowedHosts: ['api.test'] });

    const answer = await sendRaw(
      at,
      'PUT /v1/x%2Fy?a=1&a=2 HTTP/1.1\r\nHost: api.test\r\nX-Two: 1\r\nX-Two: 2\r\nsls-offline-authorizer-override: {}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi',
    );

    const seen = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    expect(seen).toMatchObject({ method: 'PUT', url: '/v1/x%2Fy?a=1&a=2', body: 'hi' });
    expect(seen.raw.slice(0, 8)).toEqual(['Host', 'api.test', 'X-Two', '1', 'X-Two', '2', 'Content-Length', '2']);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer.match(/^set-cookie: .*$/gim)).toEqual(['set-cookie: a=1', 'set-cookie: b=2']);
  });

  test('keeps connections for what may be repeated, and repeats it when one of them breaks', async () => {
    const seen: string[] = [];
    const { port } = await upstream(({ method, url, socket }, response) => {
      const isKept = seen.includes(`${socket.remotePort}`);
      seen.push(`${socket.remotePort}`);
      if (isKept && url === '/breaks') socket.destroy();
      else response.writeHead(200, { 'x-request-id': 'req_1' }).end(`${method} on a ${isKept ? 'kept' : 'fresh'} one`);
    });
    const at = await gateway(() => port);
    const call = async (method: string, path = '/') =>
      (await fetch(`http://127.0.0.1:${at}${path}`, { method })).text();

    expect(await call('GET')).toBe('GET on a fresh one');
    expect(await call('POST')).toBe('POST on a fresh one');
    expect(await call('GET')).toBe('GET on a kept one');
    expect(await call('GET', '/breaks')).toBe('GET on a fresh one');
    expect(seen).toHaveLength(5);
  });

  test('a handler whose process ends in the middle of an answer has answered nothing', async () => {
    const { port } = await upstream((_, response) => {
      response.writeHead(200, { 'x-request-id': 'req_1', 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    const at = await gateway(() => port);

    expect((await fetch(`http://127.0.0.1:${at}/`)).status).toBe(502);
  });

  test('gives up on an answer that does not end in time', async () => {
    const { port } = await upstream((_, response) => {
      response.writeHead(200, { 'x-request-id': 'req_1', 'content-length': 100 });
      response.write('half');
    });
    const at = await gateway(() => port, { timeoutMs: 200 });

    expect((await fetch(`http://127.0.0.1:${at}/`)).status).toBe(504);
  });

  test('compresses an answer as a whole, also for a client that asks for a part', async () => {
    const text = 'a line of some length\n'.repeat(200);
    let range: string | undefined;
    const { port } = await upstream(({ headers }, response) => {
      range = headers.range;
      response.writeHead(200, { 'x-request-id': 'req_1', 'content-type': 'text/plain', 'content-length': text.length });
      response.end(text);
    });
    const at = await gateway(() => port, { compressFrom: () => 1024 });

    const answer = await fetch(`http://127.0.0.1:${at}/`, {
      headers: { range: 'bytes=0-9', 'accept-encoding': 'gzip' },
    });
    expect([answer.status, answer.headers.get('content-encoding'), range]).toEqual([200, 'gzip', undefined]);
    expect(await answer.text()).toBe(text);
  });

  test('leads a browser at / to the front page, and no other request', async () => {
    const { port } = await upstream((_, response) => response.writeHead(200, { 'x-request-id': 'req_1' }).end('api'));
    const at = await gateway(() => port, { frontPage: '/v1/docs' });
    const call = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${at}${path}`, { method, redirect: 'manual' });

    const led = await call('/');
    expect([led.status, led.headers.get('location')]).toEqual([302, '/v1/docs']);
    expect(await (await call('/', 'POST')).text()).toBe('api');
    expect(await (await call('/v1')).text()).toBe('api');
  });
});
