import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type StoredItem = Record<string, AttributeValue>;

const textBytes = (text: string): number => Buffer.byteLength(text);

/** A number takes a byte for two significant digits, one for its exponent, and one for a minus; at most 21. */
function numberBytes(written: string): number {
  const digits = written
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return Math.min(21, Math.ceil(digits.length / 2) + 1 + (written.startsWith('-') ? 1 : 0));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** A list or a map takes 3 bytes, and 1 for each of its members. */
const COLLECTION_BYTES = 3;

function valueBytes({ S, N, B, L, M, SS, NS }: AttributeValue): number {
  if (S !== undefined) return textBytes(S);
  if (N !== undefined) return numberBytes(N);
  if (B !== undefined) return B.length;
  if (SS !== undefined) return sum(SS.map(textBytes));
  if (NS !== undefined) return sum(NS.map(numberBytes));
  if (L !== undefined) return COLLECTION_BYTES + sum(L.map((value) => 1 + valueBytes(value)));
  if (M !== undefined) return COLLECTION_BYTES + Object.keys(M).length + itemBytes(M);
  // NULL and BOOL.
  return 1;
}

/**
 * The size by which DynamoDB bills an item, in bytes: names and values of its attributes, by the rules of its developer guide
 * ("DynamoDB item sizes and formats"). Those of numbers are approximate there, too.
 */
export const itemBytes = (item: StoredItem): number =>
  sum(Object.entries(item).map(([name, value]) => textBytes(name) + valueBytes(value)));
