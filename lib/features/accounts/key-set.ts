import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { addSeconds, type Clock } from '#kernel/shared/clock.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

/** The error when the keys of the issuer cannot be fetched. The cause is in the service or the identity provider, not in the request. */
export class IssuerKeysUnavailableError extends Error {
  override name = 'IssuerKeysUnavailableError';
}

/** The age of cached keys, in seconds, from which a request starts a fetch of new ones in the background, and uses the cached ones. */
const BACKGROUND_REFRESH_AGE_SECONDS = 8 * 60;
/** The age of cached keys, in seconds, from which a request waits for new ones, so that a key that the issuer removed is no longer accepted. */
const MAX_FRESH_AGE_SECONDS = 10 * 60;
/** Age in seconds up to which keys are used when new ones cannot be fetched. Tokens are valid for minutes to hours. */
export const MAX_STALE_ISSUER_KEYS_SECONDS = 12 * 60 * 60;
/** Seconds after a fetch in which an unknown `kid` does not cause another fetch: invented ids must not cause requests to the issuer. */
const COOLDOWN_SECONDS = 30;
/** Milliseconds of one fetch. */
const TIMEOUT_MS = 5_000;
/** After a failure the keys are not fetched for this number of seconds. */
const FAILURE_PAUSE_SECONDS = 5;
/** The maximum size of a key set. */
const MAX_KEY_SET_BYTES = 256 * 1024;

/** A loose check of the form: jose checks each key when a token names it. */
const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

async function fetchText(url: URL): Promise<string> {
  if (url.protocol === 'file:') return readFile(url, 'utf8');
  const response = await fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_KEY_SET_BYTES) throw new Error(`larger than ${MAX_KEY_SET_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Fetches a key set. @throws Error when the address does not answer with one */
const readKeySet = async (url: URL): Promise<JSONWebKeySet> => parseJson(keySetSchema, await fetchText(url));

/** The keys of one fetch. */
interface KeySet {
  findKey: JWTVerifyGetKey;
  fetchedAt: Date;
}

/**
 * Makes a function that finds the public key of a token in the JSON Web Key Set of an issuer. The keys are fetched at first use, cached,
 * and fetched again before they are too old; a key that the issuer adds is fetched when the first token names it. When they cannot be
 * fetched, the cached ones are used for up to `MAX_STALE_ISSUER_KEYS_SECONDS`.
 * @param address of the key set: `https:`, or `http:` and `file:` on the local stage
 * @returns a function that finds a key. It throws `IssuerKeysUnavailableError` if there are no usable keys, or if the token names an
 * unknown key and the keys cannot be fetched. It throws an error of jose if no key fits
 */
export function createIssuerKeyFinder(address: URL, clock: Clock): JWTVerifyGetKey {
  let latestKeys: KeySet | undefined;
  let lastFailure: { error: IssuerKeysUnavailableError; until: Date } | undefined;
  let runningFetch: Promise<KeySet> | undefined;

  const secondsSince = (time: Date): number => (clock().getTime() - time.getTime()) / 1000;

  async function fetchKeys(): Promise<KeySet> {
    try {
      const findKey = createLocalJWKSet(await readKeySet(address));
      lastFailure = undefined;
      latestKeys = { findKey, fetchedAt: clock() };
      return latestKeys;
    } catch (cause) {
      const error = new IssuerKeysUnavailableError(`The keys at ${address.href} cannot be fetched`, { cause });
      lastFailure = { error, until: addSeconds(clock(), FAILURE_PAUSE_SECONDS) };
      throw error;
    }
  }

  /** Fetches the keys; concurrent callers wait for the same fetch. @throws IssuerKeysUnavailableError, also during the pause after a failure */
  async function refresh(): Promise<KeySet> {
    if (lastFailure !== undefined && clock() < lastFailure.until) throw lastFailure.error;
    runningFetch ??= fetchKeys().finally(() => {
      runningFetch = undefined;
    });
    return runningFetch;
  }

  /** The cached keys if they are fresh enough, else new ones. @throws IssuerKeysUnavailableError */
  async function usableKeys(): Promise<KeySet> {
    if (latestKeys === undefined) return refresh();
    const cachedKeys = latestKeys;
    const ageSeconds = secondsSince(cachedKeys.fetchedAt);
    if (ageSeconds < BACKGROUND_REFRESH_AGE_SECONDS) return cachedKeys;
    const refreshing = refresh();
    if (ageSeconds < MAX_FRESH_AGE_SECONDS) {
      // A failure is ignored here: this request has usable keys.
      refreshing.catch(() => undefined);
      return cachedKeys;
    }
    return refreshing.catch((error) => {
      if (secondsSince(cachedKeys.fetchedAt) > MAX_STALE_ISSUER_KEYS_SECONDS) throw error;
      return cachedKeys;
    });
  }

  return async (header, token) => {
    const keys = await usableKeys();
    try {
      return await keys.findKey(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || secondsSince(keys.fetchedAt) < COOLDOWN_SECONDS) throw error;
      return (await refresh()).findKey(header, token);
    }
  };
}
