import { formatChecksummedSecret, hashChecksummedSecret, isChecksummedSecret } from './checksummed-secret.ts';

/** The prefixes of API keys, by mode. */
const PREFIXES = { live: 'svc_live_', test: 'svc_test_' } as const;

/** Formats 32 random bytes as an API key. */
export const formatApiKey = (mode: keyof typeof PREFIXES, randomBytes: Uint8Array): string =>
  formatChecksummedSecret(PREFIXES[mode], randomBytes);

/** Reports whether a text has the shape and the checksum of an API key. */
export const isApiKeyShaped = (text: string): boolean => isChecksummedSecret(Object.values(PREFIXES), text);

/** The SHA-256 (hex) of a key, which is stored. */
export const hashApiKey = hashChecksummedSecret;
