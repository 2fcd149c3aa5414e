import { MAX_LAMBDA_PAYLOAD_BYTES } from '../workers/payload-limit.ts';

/** Bytes for `{"Records":[…]}`. */
const ENVELOPE_BYTES = 32;

/**
 * Splits records, in order, into groups that each fit into one event: at most `maxCount` records and `maxBytes` as JSON.
 * A single record that is too large still gets a group: the invocation refuses it.
 */
export function splitRecordsIntoLambdaEvents<T>(
  records: readonly T[],
  maxCount: number,
  maxBytes = MAX_LAMBDA_PAYLOAD_BYTES,
): T[][] {
  const groups: T[][] = [];
  let group: T[] = [];
  let groupBytes = ENVELOPE_BYTES;
  for (const record of records) {
    const recordBytes = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (group.length > 0 && (group.length >= maxCount || groupBytes + recordBytes > maxBytes)) {
      groups.push(group);
      group = [];
      groupBytes = ENVELOPE_BYTES;
    }
    group.push(record);
    groupBytes += recordBytes;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
