import { readFile } from 'node:fs/promises';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { type Clock, plusSeconds } from '../shared/clock.ts';

/** The keys of the issuer cannot be fetched. It is a fault of the service or of the identity provider, not of the client. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

/** Keys are fetched again after this time. */
const CACHE_MS = 10 * 60_000;
/** An unknown `kid` causes a fetch only this long after the last one: made-up ones must not reach the issuer. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;
/** After a failure the keys are not fetched for this number of seconds. */
const FAILURE_PAUSE_SECONDS = 5;
const MAX_BYTES = 256 * 1024;

async function readKeys(url: URL, options: RequestInit): Promise<string> {
  if (url.protocol === 'file:') return readFile(url, 'utf8');
  const response = await fetch(url, options);
  if (response.status !== 200 || response.body === null) throw new Error(`answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Without this check jose would report a malformed key set as a fault of the token. @throws Error */
function assertKeySet(text: string): void {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys))
    throw new Error('not a JSON Web Key Set');
}

/**
 * The public keys of an issuer, from the address of its JSON Web Key Set (`https:`, or `http:` and `file:` for a local
 * one). They are fetched at first use and kept; a key that the issuer adds is found when the first token names it.
 * The returned function throws `KeysUnavailable` when they cannot be fetched, and an error of jose when none of them fits.
 */
export function issuerKeys(address: URL, clock: Clock): JWTVerifyGetKey {
  let failure: { error: KeysUnavailable; until: Date } | undefined;
  return createRemoteJWKSet(address, {
    cacheMaxAge: CACHE_MS,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: TIMEOUT_MS,
    async [customFetch](url, options) {
      if (failure !== undefined && clock() < failure.until) throw failure.error;
      try {
        const text = await readKeys(new URL(url), options);
        assertKeySet(text);
        failure = undefined;
        return new Response(text);
      } catch (cause) {
        const error = new KeysUnavailable(`The keys at ${address.href} cannot be fetched`, { cause });
        failure = { error, until: plusSeconds(clock(), FAILURE_PAUSE_SECONDS) };
        throw error;
      }
    },
  });
}
