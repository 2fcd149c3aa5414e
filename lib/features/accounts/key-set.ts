import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { type Clock, plusSeconds } from '#kernel/shared/clock.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

/** The keys of the issuer cannot be fetched. It is a fault of the service or of the identity provider, not of the client. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

/** After this time keys are fetched again next to the request that finds it out, which continues with those that are there. */
const AHEAD_SECONDS = 8 * 60;
/** After this time a request waits for newer keys: one that the issuer took away is good no longer. */
const FRESH_SECONDS = 10 * 60;
/** Keys are good for this time while they cannot be fetched. Tokens themselves last minutes to hours. */
export const STALE_SECONDS = 12 * 60 * 60;
/** An unknown `kid` causes a fetch only this long after the last one: made-up ones must not reach the issuer. */
const COOLDOWN_SECONDS = 30;
const TIMEOUT_MS = 5_000;
/** After a failure the keys are not fetched for this number of seconds. */
const FAILURE_PAUSE_SECONDS = 5;
const MAX_BYTES = 256 * 1024;

/** jose checks each key when a token names it. */
const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

async function readText(url: URL): Promise<string> {
  if (url.protocol === 'file:') return readFile(url, 'utf8');
  const response = await fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
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

/** @throws Error when the address does not answer with a key set */
const readKeySet = async (url: URL): Promise<JSONWebKeySet> => parseJson(keySetSchema, await readText(url));

/** The keys of one fetch. */
interface KeySet {
  find: JWTVerifyGetKey;
  fetchedAt: Date;
}

/**
 * The public keys of an issuer, from the address of its JSON Web Key Set (`https:`, or `http:` and `file:` for a local
 * one). They are fetched at first use, kept, and fetched again ahead of their time; a key that the issuer adds is found when the first token
 * names it. While they cannot be fetched, the last ones are good for `STALE_SECONDS`.
 * The returned function throws `KeysUnavailable` when there are none that are good or when the key of the token may be a new one, and an error
 * of jose when none of them fits.
 */
export function issuerKeys(address: URL, clock: Clock): JWTVerifyGetKey {
  let present: KeySet | undefined;
  let failure: { error: KeysUnavailable; until: Date } | undefined;
  let running: Promise<KeySet> | undefined;

  const secondsSince = (time: Date): number => (clock().getTime() - time.getTime()) / 1000;

  async function fetchKeys(): Promise<KeySet> {
    try {
      const find = createLocalJWKSet(await readKeySet(address));
      failure = undefined;
      present = { find, fetchedAt: clock() };
      return present;
    } catch (cause) {
      const error = new KeysUnavailable(`The keys at ${address.href} cannot be fetched`, { cause });
      failure = { error, until: plusSeconds(clock(), FAILURE_PAUSE_SECONDS) };
      throw error;
    }
  }

  /** One fetch at a time, which all wait for that need it. @throws KeysUnavailable, also during the pause after a failure */
  async function refresh(): Promise<KeySet> {
    if (failure !== undefined && clock() < failure.until) throw failure.error;
    running ??= fetchKeys().finally(() => {
      running = undefined;
    });
    return running;
  }

  /** @throws KeysUnavailable */
  async function goodKeys(): Promise<KeySet> {
    if (present === undefined) return refresh();
    const kept = present;
    const age = secondsSince(kept.fetchedAt);
    if (age < AHEAD_SECONDS) return kept;
    const refreshing = refresh();
    if (age < FRESH_SECONDS) {
      // Its failure is noted, and is that of a later request.
      refreshing.catch(() => undefined);
      return kept;
    }
    return refreshing.catch((error) => {
      if (secondsSince(kept.fetchedAt) > STALE_SECONDS) throw error;
      return kept;
    });
  }

  return async (header, token) => {
    const keys = await goodKeys();
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || secondsSince(keys.fetchedAt) < COOLDOWN_SECONDS) throw error;
      return (await refresh()).find(header, token);
    }
  };
}
