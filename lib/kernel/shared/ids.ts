import { createHash, randomInt } from 'node:crypto';
import { encodeTime, monotonicFactory } from 'ulid';

/** The prefixes of public identifiers; clients must treat the whole id as opaque. */
export const ID_PREFIXES = {
  timeline: 'tl',
  slide: 'sl',
  render: 'rn',
  webhook: 'wh',
  event: 'evt',
  delivery: 'dl',
  upload: 'up',
  import: 'imp',
  batch: 'bat',
  template: 'tpl',
  font: 'fnt',
  account: 'acc',
  key: 'key',
  invitation: 'inv',
  request: 'req',
} as const;
/** The kind of thing that an id identifies. */
export type IdKind = keyof typeof ID_PREFIXES;

// Monotonic: ids that one process creates within one millisecond sort in the order of their creation.
// The default source of ulid asks the system for random bytes once for each of 16 characters; `randomInt` takes them from a pool in memory.
const RANDOM_RANGE = 2 ** 32;
const ulid = monotonicFactory(() => randomInt(RANDOM_RANGE) / RANDOM_RANGE);

/** A new id: the prefix, `_` and a ULID. Ids of one kind sort by `now`. */
export const newId = (kind: IdKind, now: Date = new Date()): string => `${ID_PREFIXES[kind]}_${ulid(now.getTime())}`;

const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a ULID after its time: 80 bits, 5 in each. */
const ENTROPY_DIGITS = 16;

/** An id that sorts by `time` and is derived from a text: the same text and time give the same id, so that a repetition creates no duplicate. */
export function deriveId(kind: IdKind, text: string, time: Date): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 10);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let entropy = '';
  for (let i = 0; i < ENTROPY_DIGITS; i++) {
    entropy = CROCKFORD_ALPHABET[Number(value & 31n)] + entropy;
    value >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${encodeTime(time.getTime())}${entropy}`;
}

/**
 * Bounds, both exclusive, between which the ids of one kind sort that were created after one time and before another (RFC 3339); absent:
 * unbounded.
 */
export const idBoundsBetween = (
  kind: IdKind,
  { created_after, created_before }: { created_after?: string | undefined; created_before?: string | undefined },
): { above?: string; below?: string } => ({
  ...(created_after === undefined
    ? {}
    : { above: `${ID_PREFIXES[kind]}_${encodeTime(clampTime(Date.parse(created_after) + 1))}` }),
  ...(created_before === undefined
    ? {}
    : { below: `${ID_PREFIXES[kind]}_${encodeTime(clampTime(Date.parse(created_before)))}` }),
});

/** A time, in ms, limited to the 48 bits of a ULID. */
const clampTime = (ms: number): number => Math.min(Math.max(0, ms), 2 ** 48 - 1);

/** The pattern of ids of one kind, for validation without a look-up. */
export const idPatternOf = (kind: IdKind): RegExp => new RegExp(`^${ID_PREFIXES[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`);

const SERVICE_ID = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_[0-9A-HJKMNP-TV-Z]{26}$`);

/** Reports whether a value has the form of an id of this service, of any kind. */
export const hasServiceIdFormat = (value: unknown): value is string =>
  typeof value === 'string' && SERVICE_ID.test(value);

/** A short opaque token for revisions and leases; never shown as an identifier. */
export const createOpaqueToken = (now: Date = new Date()): string => ulid(now.getTime());
