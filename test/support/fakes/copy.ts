/**
 * A deep copy of plain data, without the fields that are undefined: what a table gives back. Several times as fast as
 * structuredClone, which matters where stores are called millions of times.
 */
export function copyStored<Value>(value: Value): Value {
  return copyAny(value) as Value;
}

function copyAny(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyAny);
  const copied: Record<string, unknown> = {};
  // Plain data inherits no fields.
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== undefined) copied[name] = typeof field === 'object' ? copyAny(field) : field;
  }
  return copied;
}
