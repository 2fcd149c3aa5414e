/**
 * Instead of `copyStored` of the stores in memory: what is stored is copied once, when it is written, and frozen; every
 * reader gets the same. A use case that changes what it has read gets an error, where the table would hide it.
 */
export const copyStored = <Value>(value: Value): Value => frozen(value) as Value;

function frozen(value: unknown): unknown {
  // What cannot be extended is of this function: it was stored before.
  if (typeof value !== 'object' || value === null || !Object.isExtensible(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  let copied: Record<string, unknown> = { ...value };
  let isWhole = true;
  for (const name in copied) {
    const field = copied[name];
    if (field === undefined) isWhole = false;
    else if (typeof field === 'object') copied[name] = frozen(field);
  }
  if (!isWhole) copied = withoutUndefined(copied);
  return Object.freeze(copied);
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}
