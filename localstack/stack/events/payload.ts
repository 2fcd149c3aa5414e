/** The largest event that Lambda takes in one synchronous invocation, in bytes. */
export const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Room for `{"Records":[…]}` itself and the commas. */
const ENVELOPE_BYTES = 32;

/**
 * Cuts records, in their order, into groups that each fit one event: at most `maxCount` records and `maxBytes` as JSON.
 * A record too large on its own still gets a group: the invocation, not the mapping, is what refuses it.
 */
export function splitIntoEvents<T>(records: readonly T[], maxCount: number, maxBytes = MAX_EVENT_BYTES): T[][] {
  const groups: T[][] = [];
  let group: T[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (group.length > 0 && (group.length >= maxCount || bytes + size > maxBytes)) {
      groups.push(group);
      group = [];
      bytes = ENVELOPE_BYTES;
    }
    group.push(record);
    bytes += size;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
