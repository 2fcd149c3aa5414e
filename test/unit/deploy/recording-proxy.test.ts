import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startRecordingProxy } from '#test/deploy/recording-proxy.ts';

/** @param headers names and values, sent line by line. @returns the lines of a name that a server behind the proxy got */
async function passed(...headers: string[]): Promise<(name: string) => string[]> {
  let got: string[] = [];
  const server = createServer(({ rawHeaders }, response) => {
    got = rawHeaders;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await using proxy = await startRecordingProxy((server.address() as AddressInfo).port);
    const sent = request(proxy.url, { headers: ['host', 'api.example', ...headers], agent: false }).end();
    const [answer] = await once(sent, 'response');
    await once(answer.resume(), 'end');
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return (name) => got.filter((_, place) => place % 2 === 1 && got[place - 1]?.toLowerCase() === name);
}

// Node's own object of headers keeps the first `authorization`, and joins the lines of others: the service behind would take
// what it has to refuse.
it('a header that was sent twice arrives twice', async () => {
  const names = ['authorization', 'x-api-key', 'cookie'];
  const lines = await passed(...names.flatMap((name) => [name, 'a=1', name, 'a=2']));
  for (const name of names) expect(lines(name)).toEqual(['a=1', 'a=2']);
});

it('a request is one that came over TLS, whatever it says itself', async () => {
  const lines = await passed('x-forwarded-proto', 'http');
  expect(lines('x-forwarded-proto')).toEqual(['https']);
});
