import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { postToReceiver } from '#features/webhooks/post-to-receiver.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A receiver on this machine; gives its port. */
async function receiver(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const post = postToReceiver({ allowLoopback: true });

describe('a post', () => {
  it('sends body and headers as they are, and gives status, Retry-After and the first 2 KB', async () => {
    let got = '';
    const port = await receiver(async (request, response) => {
      got = `${request.method} ${request.url} ${request.headers['x-service-event']} `;
      for await (const chunk of request) got += chunk;
      response.writeHead(503, { 'retry-after': '17' }).end('x'.repeat(5000));
    });
    const answer = await post(
      `http://127.0.0.1:${port}/hook?a=b`,
      { 'x-service-event': 'render.completed' },
      '{"ä":1}',
    );
    expect(got).toBe('POST /hook?a=b render.completed {"ä":1}');
    expect(answer).toEqual({ status: 503, retry_after_seconds: 17, excerpt: 'x'.repeat(2048) });
  });

  it('follows no redirect', async () => {
    let calls = 0;
    const port = await receiver((_request, response) => {
      calls += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await post(`http://127.0.0.1:${port}/`, {}, '')).status).toBe(307);
    expect(calls).toBe(1);
  });

  it.each([
    ['closes without an answer', (response: ServerResponse) => response.socket?.destroy()],
    ['answers no HTTP', (response: ServerResponse) => response.socket?.end('hello\r\n\r\n')],
    [
      'breaks off within its answer',
      (response: ServerResponse) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
    ],
    [
      'switches protocols unasked',
      (response: ServerResponse) =>
        response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
  ])('is a fault when the receiver %s', async (_, act) => {
    const port = await receiver((_request, response) => void act(response));
    await expect(post(`http://127.0.0.1:${port}/`, {}, '{}')).rejects.toBeInstanceOf(NoReceiverResponseError);
  });

  it('is a fault in words that name no address when nothing listens', async () => {
    const port = await receiver(() => undefined);
    for (const close of closing.splice(0)) close();
    const fault = await post(`http://127.0.0.1:${port}/`, {}, '').catch((error) => error);
    expect(fault).toBeInstanceOf(NoReceiverResponseError);
    expect(fault.message).toBe('The connection was refused.');
  });

  it.each([
    ['a private literal', 'https://10.0.0.1/'],
    ['this machine, spelled otherwise', 'http://127.0.0.2/'],
    ['a mapped literal', 'https://[::ffff:127.0.0.1]/'],
    ['a decimal literal', 'https://2130706433/'],
  ])('goes to no refused address: %s', async (_, url) => {
    await expect(post(url, {}, '')).rejects.toThrow('This address is private, local or reserved.');
  });

  it.each([
    ['ftp://example.com/a.png', 'The address must start with https://.'],
    ['nonsense', 'This is not a URL.'],
    ['https://u:p@example.com/', 'The address must not carry a user name or password.'],
  ])('says why it refuses an address: %s', async (url, message) => {
    await expect(post(url, {}, '')).rejects.toThrow(message);
  });

  it('goes to this machine only where that is allowed', async () => {
    let calls = 0;
    const port = await receiver((_request, response) => {
      calls += 1;
      response.end();
    });
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(postToReceiver({ allowLoopback: false })(`https://${host}:${port}/`, {}, '')).rejects.toBeInstanceOf(
        NoReceiverResponseError,
      );
    expect(calls).toBe(0);
    expect((await post(`http://localhost:${port}/`, {}, '')).status).toBe(200);
  });

  it('takes a scheme in capitals for what it is', async () => {
    const port = await receiver((_request, response) => void response.end());
    // TLS to a receiver that speaks none: a fault of the connection, not of the program.
    await expect(post(`HTTPS://127.0.0.1:${port}/`, {}, '')).rejects.toBeInstanceOf(NoReceiverResponseError);
  });
});
