import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createAccessTokenVerifier } from '#features/accounts/access-token.ts';
import { createIssuerKeyFinder } from '#features/accounts/key-set.ts';
import { functionEnvironment } from '#stack/environment.ts';
import { openDevelopmentIssuerKeys } from '#stack/open-development-issuer-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'issuer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = new Date('2026-03-04T05:06:07Z');

function verifierOf(environment: Record<string, string>) {
  const keys = new URL(environment.AUTH_JWKS_URL ?? '');
  const clock = () => now;
  const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience = '' } = environment;
  return createAccessTokenVerifier({ issuer, audience, keys: createIssuerKeyFinder(keys, clock), clock });
}

describe('the development issuer', () => {
  it('mints what the service verifies, also after a restart of the stack', async () => {
    const token = await openDevelopmentIssuerKeys(folder).mint('acc_1', { now, expiresIn: 60 });
    const restarted = openDevelopmentIssuerKeys(folder);
    expect(await verifierOf(restarted.environment)(token)).toEqual({
      issuer: 'http://issuer.localhost',
      subject: 'acc_1',
    });
  });

  it('keeps its private key from others, and out of what it publishes', () => {
    openDevelopmentIssuerKeys(folder);
    const file = (name: string) => join(folder, 'issuer', name);
    expect(statSync(file('private.jwk')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'issuer')).mode & 0o077).toBe(0);
    const { d } = JSON.parse(readFileSync(file('private.jwk'), 'utf8'));
    expect(d.length).toBeGreaterThan(40);
    const published = readFileSync(file('jwks.json'), 'utf8');
    expect(published).not.toContain(d);
    expect(Object.keys(JSON.parse(published).keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(readdirSync(join(folder, 'issuer')).sort()).toEqual(['jwks.json', 'private.jwk']);
  });

  it('of another data folder is another one', async () => {
    const token = await openDevelopmentIssuerKeys(join(folder, 'a')).mint('acc_1', { now, expiresIn: 60 });
    await expect(verifierOf(openDevelopmentIssuerKeys(join(folder, 'b')).environment)(token)).rejects.toThrow();
  });

  it.each([
    ['takes the place of an identity provider', {}, 'http://issuer.localhost'],
    [
      'makes room for one of the environment, all of it',
      { AUTH_ISSUER: 'https://id', AUTH_AUDIENCE: 'a', AUTH_JWKS_URL: 'https://id/jwks' },
      'https://id',
    ],
  ])('%s', (_, inherited, expected) => {
    const environment = functionEnvironment({
      declared: {},
      resolver: { resolveLeniently: (value: unknown) => value } as Parameters<
        typeof functionEnvironment
      >[0]['resolver'],
      aws: { endpoint: 'http://e', region: 'r', credentials: { accessKeyId: 'a', secretAccessKey: 's' } },
      access: { baseUrl: undefined, mediaUrl: undefined },
      baseUrl: 'http://localhost:3000/v1',
      invokeEndpoint: 'http://l',
      directEndpoints: {},
      ownPorts: [],
      secretsKeyFile: 'k',
      cursorKey: 'c',
      issuer: openDevelopmentIssuerKeys(folder).environment,
      codecs: undefined,
      requestCounts: 'process',
      inherited,
    });
    const queue = 'http://q';
    const queues = ['RENDERS', 'NARRATION', 'SEGMENTS', 'ASSEMBLIES', 'IMPORTS', 'DELIVERIES', 'SLOW_DELIVERIES'];
    const config = readConfig({
      TABLE_NAME: 't',
      DECODER_FUNCTION: 'd',
      VIDEO_DECODER_FUNCTION: 'v',
      VIDEO_CODECS: 'h264',
      BUCKET_NAME: 'b',
      PREPARATION_SHARE: '1',
      NARRATION_SHARE: '1',
      ENCODING_SHARE: '1',
      FETCHING_SHARE: '1',
      DECODING_SHARE: '1',
      ...Object.fromEntries(queues.map((name) => [`${name}_QUEUE_URL`, queue])),
      ...environment,
    });
    expect(config.trustedIssuer?.issuer).toBe(expected);
    expect(config.sessionOrigins).toEqual(['http://localhost:3000']);
  });
});
