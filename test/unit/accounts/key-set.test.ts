import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccessTokenVerifier } from '#features/accounts/access-token.ts';
import { createIssuerKeyFinder, MAX_STALE_ISSUER_KEYS_SECONDS } from '#features/accounts/key-set.ts';
import { type KeyServer, startKeyServer } from '#test/support/accounts/key-server.ts';
import {
  makeToken,
  newSigningKey,
  publicJwk,
  type SigningKey,
  type TokenMaker,
} from '#test/support/accounts/tokens.ts';
import { START } from '#test/support/samples/entities.ts';

const [first, second] = [newSigningKey('first'), newSigningKey('second')];
const maker: TokenMaker = { key: first, issuer: 'https://i', audience: 'a', subject: 's', now: START };
const clock = () => new Date();
const setOf = (...keys: SigningKey[]) => ({ keys: keys.map(publicJwk) });
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

let server: KeyServer;
let enter: (key: SigningKey, header?: Record<string, unknown>) => Promise<string>;

const entering = (address: URL): typeof enter => {
  const verify = createAccessTokenVerifier({
    issuer: 'https://i',
    audience: 'a',
    keys: createIssuerKeyFinder(address, clock),
    clock,
  });
  return (key, header) =>
    verify(makeToken({ ...maker, now: clock(), key }, {}, header)).then(
      ({ subject }) => subject,
      (error) => (error.name === 'ServiceError' ? `${error.status} ${error.code}` : error.name),
    );
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  server = await startKeyServer(setOf(first));
  enter = entering(server.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

describe('the keys of the issuer', () => {
  it('are fetched once, also for many tokens at once', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => enter(first)))).toEqual(Array(20).fill('s'));
    passSeconds(470);
    expect(await enter(first)).toBe('s');
    expect(server.requests).toEqual(['/jwks.json']);
  });

  it('may be joined by a new one, which is found without a restart', async () => {
    await enter(first);
    server.answer = setOf(first, second);
    passSeconds(31);
    expect(await enter(second)).toBe('s');
    expect(await enter(first)).toBe('s');
    expect(server.requests).toHaveLength(2);
  });

  it('are good no more a while after the issuer took them away', async () => {
    await enter(first);
    server.answer = setOf(second);
    passSeconds(601);
    expect(await enter(first)).toBe('TokenRefusedError');
    expect(await enter(second)).toBe('s');
  });

  it('are not asked for by every made-up kid', async () => {
    await enter(first);
    for (let round = 1; round <= 3; round++) {
      passSeconds(31);
      const tries = Array.from({ length: 50 }, (_, index) => enter(second, { kid: `made-up-${round}-${index}` }));
      expect(new Set(await Promise.all(tries))).toEqual(new Set(['TokenRefusedError']));
      expect(server.requests).toHaveLength(1 + round);
    }
  });

  it('are those of the set alone: an algorithm that the key is not for is refused', async () => {
    server.answer = { keys: [{ ...publicJwk(first), alg: 'ES384' }] };
    expect(await enter(first)).toBe('TokenRefusedError');
  });
});

describe('while the keys cannot be fetched', () => {
  it.each<[string, KeyServer['answer']]>([
    ['a failure', (_request, response) => void response.writeHead(500).end('{"keys":[]}')],
    ['no JSON', (_request, response) => void response.end('<html>')],
    ['no key set', {}],
    ['keys that are not a list', { keys: {} }],
    ['far too much', (_request, response) => void response.end(JSON.stringify({ keys: [], x: 'x'.repeat(300_000) }))],
    ['a connection that breaks', (request) => void request.socket.destroy()],
  ])('tokens are neither good nor bad: %s', async (_, answer) => {
    server.answer = answer;
    expect(await enter(first)).toBe('503 unavailable');
  });

  it('the issuer is asked again after 5 s only, and then they are good', async () => {
    server.answer = (_request, response) => void response.writeHead(503).end();
    for (let index = 0; index < 10; index++) expect(await enter(first)).toBe('503 unavailable');
    expect(server.requests).toHaveLength(1);
    server.answer = setOf(first);
    expect(await enter(first)).toBe('503 unavailable');
    passSeconds(5);
    expect(await enter(first)).toBe('s');
    expect(server.requests).toHaveLength(2);
  });

  it('no redirect is followed', async () => {
    const elsewhere = await startKeyServer(setOf(first));
    try {
      server.answer = (_request, response) => void response.writeHead(302, { location: elsewhere.url.href }).end();
      expect(await enter(first)).toBe('503 unavailable');
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });
});

describe('an outage of the issuer', () => {
  const MINUTE = 60;
  const HOUR = 60 * MINUTE;
  const breakDown = () => {
    server.answer = (_request, response) => void response.writeHead(503).end();
  };

  it.each([
    ['11 minutes', 11 * MINUTE],
    ['3 hours', 3 * HOUR],
    ['all but 12 hours', MAX_STALE_ISSUER_KEYS_SECONDS - 1],
  ])('of %s is not noticed by clients whose keys were fetched before', async (_, seconds) => {
    await enter(first);
    breakDown();
    passSeconds(seconds);
    expect(await enter(first)).toBe('s');
    // During the pause after the failure there is no fetch.
    expect(await enter(first)).toBe('s');
    expect(server.requests).toHaveLength(2);
  });

  it('of more than 12 hours makes tokens neither good nor bad, until the issuer is back', async () => {
    await enter(first);
    breakDown();
    passSeconds(MAX_STALE_ISSUER_KEYS_SECONDS + 1);
    expect(await enter(first)).toBe('503 unavailable');
    server.answer = setOf(first);
    passSeconds(5);
    expect(await enter(first)).toBe('s');
  });

  it('leaves it open whether a key that was not there before is one of the issuer', async () => {
    await enter(first);
    breakDown();
    passSeconds(31);
    expect(await enter(second)).toBe('503 unavailable');
    expect(await enter(first)).toBe('s');
  });

  it('says to a client of a process that has no keys when to come back', async () => {
    breakDown();
    const verify = createAccessTokenVerifier({
      issuer: 'https://i',
      audience: 'a',
      keys: createIssuerKeyFinder(server.url, clock),
      clock,
    });
    await expect(verify(makeToken({ ...maker, now: clock(), key: first }, {}))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      details: { headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } },
    });
  });
});

describe('keys of eight minutes', () => {
  it('are fetched again while the request continues with them', async () => {
    await enter(first);
    let release: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      server.answer = (_request, response) => {
        release = () => void response.end(JSON.stringify(setOf(second)));
        resolve();
      };
    });
    passSeconds(481);
    expect(await enter(first)).toBe('s');
    await asked;
    release?.();
    await vi.waitFor(async () => expect(await enter(second)).toBe('s'), { timeout: 60_000 });
    expect(server.requests).toHaveLength(2);
  });
});

describe('a key set in a file', () => {
  it('is read like one on the web, a later key included', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keys-'));
    try {
      const path = join(folder, 'jwks.json');
      await writeFile(path, JSON.stringify(setOf(first)));
      enter = entering(pathToFileURL(path));
      expect(await enter(first)).toBe('s');
      expect(await enter(second)).toBe('TokenRefusedError');
      await writeFile(path, JSON.stringify(setOf(second)));
      passSeconds(31);
      expect(await enter(second)).toBe('s');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
