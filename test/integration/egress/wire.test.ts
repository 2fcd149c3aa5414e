import { execFile, spawn } from 'node:child_process';
import http2 from 'node:http2';
import type { Server, Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { DELIVERY_ATTEMPT_TIMEOUT_MS, postToReceiver } from '#features/webhooks/post-to-receiver.ts';
import { type SsrfGuardedRequestOptions, sendSsrfGuardedRequest } from '#platform/egress/send-ssrf-guarded-request.ts';
import { SsrfGuardedRequestError } from '#platform/egress/ssrf-guarded-request-error.ts';
import { authority, type Certificate, certificate } from '#test/support/egress/certificates.ts';
import {
  http2Server,
  httpServer,
  httpsServer,
  type Listening,
  listen,
  tcpServer,
} from '#test/support/egress/servers.ts';

let ca: Certificate;
let good: Certificate;
beforeAll(async () => {
  ca = await authority('Test CA');
  good = await certificate('localhost', { by: ca });
});

const running: Listening[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((server) => server.close()));
});
async function start(server: Server): Promise<Listening> {
  const listening = await listen(server);
  running.push(listening);
  return listening;
}

const post = (url: string, options: Partial<SsrfGuardedRequestOptions> = {}) =>
  sendSsrfGuardedRequest(url, {
    method: 'POST',
    headers: { 'x-service-event': 'render.completed' },
    body: '{"ä":1}',
    allowLoopback: true,
    timeoutMs: 120_000,
    maxBytes: 2048,
    ca: ca.cert,
    ...options,
  });

async function faultOf(answer: Promise<unknown>): Promise<SsrfGuardedRequestError> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof SsrfGuardedRequestError)) throw new Error('not an SsrfGuardedRequestError', { cause: error });
  return error;
}

describe('a post over TLS', () => {
  it('speaks HTTP/2 to a receiver that does, with every header and byte of the body', async () => {
    let got: unknown;
    const server = await start(
      http2Server(good, async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        got = [request.httpVersion, request.method, request.url, request.headers['x-service-event'], body];
        response.writeHead(202, { 'retry-after': '7' });
        response.end('x'.repeat(5000));
      }),
    );
    const answer = await post(`https://localhost:${server.port}/hook?a=b`);
    expect(got).toEqual(['2.0', 'POST', '/hook?a=b', 'render.completed', '{"ä":1}']);
    expect(answer).toMatchObject({ status: 202, isCut: true });
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.bytes.toString()).toBe('x'.repeat(2048));
  });

  it('speaks HTTP/1.1 to a receiver that knows no other', async () => {
    let version = '';
    const server = await start(
      httpsServer(good, (request, response) => {
        version = `${request.httpVersion} ${request.headers.host}`;
        response.end('thanks');
      }),
    );
    const answer = await post(`https://127.0.0.1:${server.port}/`);
    expect(version).toBe(`1.1 127.0.0.1:${server.port}`);
    expect(answer).toMatchObject({ status: 200, isCut: false, bytes: Buffer.from('thanks') });
  });

  it('makes its own connection every time, that it closes', async () => {
    const closed: Promise<unknown>[] = [];
    const server = await start(
      http2Server(good, (request, response) => {
        closed.push(new Promise((resolve) => request.stream.session?.once('close', resolve)));
        response.end();
      }),
    );
    for (let n = 1; n <= 2; n++) {
      await post(`https://localhost:${server.port}/`);
      expect(server.connections()).toBe(n);
    }
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

  it.each([
    ['has expired', { from: -9, until: -1 }, 'The TLS certificate has expired.'],
    ['is not valid yet', { from: 1, until: 9 }, 'The TLS certificate is not valid yet.'],
    ['is for another host', { for: ['other.example'] }, 'The TLS certificate is for another host name.'],
  ])('fails when the certificate %s', async (_, wanted, reason) => {
    let requests = 0;
    const bad = await certificate('bad', { by: ca, ...wanted });
    const server = await start(httpsServer(bad, () => requests++));
    expect((await faultOf(post(`https://localhost:${server.port}/`))).message).toBe(reason);
    expect(requests).toBe(0);
  });

  it('fails when no trusted authority signed the certificate', async () => {
    const untrusted = 'The TLS certificate is not signed by an authority that is trusted here.';
    const itself = await certificate('itself');
    const foreign = await certificate('foreign', { by: await authority('Other CA') });
    for (const bad of [itself, foreign]) {
      const server = await start(httpsServer(bad, (_, response) => response.end()));
      expect((await faultOf(post(`https://localhost:${server.port}/`))).message).toBe(untrusted);
    }
    const server = await start(httpsServer(good, (_, response) => response.end()));
    const url = `https://localhost:${server.port}/`;
    expect((await faultOf(post(url, { ca: undefined }))).message).toBe(untrusted);
    expect((await post(url)).status).toBe(200);
  });

  it('fails when the receiver speaks no TLS', async () => {
    const server = await start(httpServer((_, response) => response.end()));
    expect((await faultOf(post(`https://localhost:${server.port}/`))).message).toBe(
      'Both sides have no TLS version in common.',
    );
  });
});

describe('an answer', () => {
  interface Response {
    statusCode: number;
    setHeader(name: string, value: string): unknown;
    end(): unknown;
  }
  const redirects = (status: number) => (_: unknown, response: Response) => {
    response.statusCode = status;
    response.setHeader('location', 'http://169.254.169.254/latest/meta-data/');
    response.end();
  };

  it.each([301, 302, 303, 307, 308])('of %i is followed by neither protocol', async (status) => {
    for (const server of [
      await start(httpsServer(good, redirects(status))),
      await start(http2Server(good, redirects(status))),
    ]) {
      expect((await post(`https://localhost:${server.port}/`)).status).toBe(status);
      expect(server.connections()).toBe(1);
    }
  });

  it('without an end is read as far as it is kept, and no further', async () => {
    let written = 0;
    const flood = (_: unknown, response: NodeJS.WritableStream) => {
      const more = () => {
        for (let room = true; room; written += 65_536) room = response.write(Buffer.alloc(65_536, 'x'));
      };
      response.on('drain', more);
      more();
    };
    for (const server of [await start(httpsServer(good, flood)), await start(http2Server(good, flood))]) {
      written = 0;
      const answer = await post(`https://localhost:${server.port}/`);
      expect(answer.bytes).toHaveLength(2048);
      expect(answer.isCut).toBe(true);
      // What the buffers of two sockets hold, and no more: it stays what it was when the connection is gone.
      expect(written).toBeLessThan(16 * 2 ** 20);
    }
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['never comes: the connection is reset', (socket) => socket.resetAndDestroy(), 'The connection was reset.'],
    ['never comes: the connection is closed', (socket) => void socket.end(), 'The connection was reset.'],
    ['is not HTTP', (socket) => void socket.end('hello\r\n\r\n'), 'The answer is not well-formed HTTP.'],
    [
      'has headers without an end',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`),
      'The answer is not well-formed HTTP.',
    ],
    [
      'breaks off',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
      'The connection was reset.',
    ],
  ])('that %s is a fault, in words', async (_, act, reason) => {
    const server = await start(tcpServer((socket) => socket.once('data', () => act(socket))));
    expect((await faultOf(post(`http://localhost:${server.port}/`))).message).toBe(reason);
  });

  it.each<[string, (stream: http2.ServerHttp2Stream) => void, string]>([
    [
      'stream is reset',
      (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
      'The HTTP/2 stream was reset.',
    ],
    ['connection is reset', (stream) => stream.session?.destroy(), 'The connection was reset.'],
    ['connection says goodbye', (stream) => stream.session?.goaway(2, 0), 'The HTTP/2 connection was ended.'],
  ])('over HTTP/2 whose %s is a fault, in words', async (_, act, reason) => {
    const server = http2.createSecureServer({ ...good });
    server.on('sessionError', () => undefined);
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      act(stream);
    });
    const { port } = await start(server);
    expect((await faultOf(post(`https://localhost:${port}/`))).message).toBe(reason);
  });
});

describe('a receiver that names the time of the next attempt', () => {
  /** How long a receiver asks to be left alone, as it is understood. */
  async function understood(header: string): Promise<number | undefined> {
    const server = await start(
      httpServer((_request, response) => response.writeHead(503, { 'retry-after': header }).end()),
    );
    const answer = await postToReceiver({ allowLoopback: true })(`http://localhost:${server.port}/`, {}, '{}');
    expect(answer.status).toBe(503);
    return answer.retry_after_seconds;
  }

  it.each([
    ['in seconds', '17', 17],
    ['that is over', new Date(0).toUTCString(), undefined],
    ['as nothing that can be read', 'soon', undefined],
  ])('%s is understood', async (_, header, seconds) => {
    expect(await understood(header)).toBe(seconds);
  });

  it('as a date is understood', async () => {
    // Dates have whole seconds.
    const date = Math.floor(Date.now() / 1000) * 1000 + 3600_000;
    const before = Date.now();
    const seconds = (await understood(new Date(date).toUTCString())) ?? Number.NaN;
    expect(seconds).toBeLessThanOrEqual(Math.ceil((date - before) / 1000));
    expect(seconds).toBeGreaterThanOrEqual(Math.floor((date - Date.now()) / 1000));
  });
});

describe('a receiver', () => {
  /** Answers with `head` and then with a byte each second, for ever. */
  const dripping = (head: string) =>
    tcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(head);
      const drip = setInterval(() => socket.write('x'), 1000);
      socket.on('close', () => clearInterval(drip));
    });
  const drippingHttp2 = () =>
    http2Server(good, (_, response) => {
      response.write('x');
      const drip = setInterval(() => response.write('x'), 1000);
      response.on('close', () => clearInterval(drip));
    });
  const silent = () => tcpServer(() => undefined);

  it.each<[string, string, (() => Server) | undefined, string]>([
    ['whose name server is silent', 'https://slow.example', undefined, 'There was no connection within 15 s.'],
    ['that begins no TLS', 'https://localhost', silent, 'There was no connection within 15 s.'],
    ['that does not answer', 'http://localhost', silent, 'There was no answer within 15 s.'],
    [
      'that drips its headers',
      'http://localhost',
      () => dripping('HTTP/1.1 200 OK\r\nx: '),
      'There was no answer within 15 s.',
    ],
    [
      'that drips its body',
      'http://localhost',
      () => dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'),
      'The answer was not complete within 15 s.',
    ],
    [
      'that does not answer over HTTP/2',
      'https://localhost',
      () => http2Server(good, () => undefined),
      'There was no answer within 15 s.',
    ],
    ['that drips its body over HTTP/2', 'https://localhost', drippingHttp2, 'The answer was not complete within 15 s.'],
  ])('%s is cut off after 15 seconds', async (_, address, make, message) => {
    const server = make && (await start(make()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    let fault: unknown;
    const posting = postToReceiver({
      allowLoopback: true,
      ca: ca.cert,
      resolve: (name) => (name === 'localhost' ? Promise.resolve(['127.0.0.1']) : new Promise(() => undefined)),
    })(server ? `${address}:${server.port}/` : address, {}, '{}').catch((error: unknown) => {
      fault = error;
    });
    for (let second = 0; second < DELIVERY_ATTEMPT_TIMEOUT_MS / 1000; second++) {
      expect(fault).toBeUndefined();
      // The clock stands while what is on the wire comes in.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1000);
    }
    await posting;
    expect(fault).toBeInstanceOf(NoReceiverResponseError);
    expect(fault).toMatchObject({ message, isTimeout: true });
  });
});

describe('a name with several addresses', () => {
  /** Accepts no connection: its queue of connections is full, and the next one's first packets are lost. */
  const STALLED = `
    const net = require('node:net');
    const server = net.createServer((socket) => socket.end('HTTP/1.1 204 No Content\\r\\nconnection: close\\r\\n\\r\\n'));
    server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
      const { port } = server.address();
      console.log(port);
      setTimeout(() => {
        for (let waiting = 0; waiting < 4; waiting++) net.connect(port, '127.0.0.1').on('error', () => {});
        process.stdout.write('full\\n');
        process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800));
      }, 100);
    });
    setTimeout(() => process.exit(), 120_000);`;

  it('is given time to connect at each of them, not the quarter of a second that Node gives', async () => {
    const child = spawn(process.execPath, ['-e', STALLED], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let said = '';
      for await (const chunk of child.stdout) {
        said += chunk;
        if (said.includes('full')) break;
      }
      const answer = await post(`http://localhost:${Number.parseInt(said, 10)}/`, {
        // The second address has no listener.
        resolve: async () => ['127.0.0.1', '::1'],
      });
      expect(answer.status).toBe(204);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('the environment', () => {
  it('sends nothing through a proxy and switches no verification off', async () => {
    const proxy = await start(httpServer((_, response) => response.end()));
    const server = await start(httpsServer(good, (_, response) => response.end()));
    const direct = await start(httpServer((_, response) => response.end()));
    const program = `
      const { sendSsrfGuardedRequest } = await import(${JSON.stringify(new URL('../../../lib/platform/egress/send-ssrf-guarded-request.ts', import.meta.url).href)});
      for (const url of process.argv.slice(1))
        console.log(await sendSsrfGuardedRequest(url, { method: 'GET', headers: {}, allowLoopback: true, timeoutMs: 120_000, maxBytes: 9 })
          .then(({ status }) => status, ({ message }) => message));`;
    const address = `http://127.0.0.1:${proxy.port}`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program, `http://127.0.0.1:${direct.port}/`, `https://localhost:${server.port}/`],
      {
        env: {
          PATH: process.env.PATH,
          NODE_USE_ENV_PROXY: '1',
          HTTP_PROXY: address,
          HTTPS_PROXY: address,
          http_proxy: address,
          https_proxy: address,
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          NODE_NO_WARNINGS: '1',
        },
      },
    );
    expect(stdout.trim().split('\n')).toEqual([
      '200',
      'The TLS certificate is not signed by an authority that is trusted here.',
    ]);
    expect([proxy.connections(), direct.connections()]).toEqual([0, 1]);
  });
});
