import type { z } from 'zod';
import { type Fault, ServiceError } from '../errors.ts';

const pathOf = (prefix: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, prefix);

/** Every fault of one value, unknown fields one by one, in the order in which they were found. */
function faultsOf(error: z.ZodError, prefix: string): { faults: Fault[]; onlyUnknown: boolean } {
  const faults: Fault[] = [];
  let onlyUnknown = true;
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        faults.push({ param: pathOf(prefix, [...issue.path, key]), message: 'This field is not known here.' });
    } else {
      onlyUnknown = false;
      faults.push({ param: pathOf(prefix, issue.path), message: issue.message });
    }
  }
  return { faults, onlyUnknown };
}

/** Gives back what the schema makes of `value`, or throws one 400 that lists all faults. `prefix` says where the value came from. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, prefix = ''): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { faults, onlyUnknown } = faultsOf(parsed.error, prefix);
  const first = faults[0] ?? { param: prefix, message: 'This value is not valid.' };
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const where = first.param === '' ? 'body' : first.param;
  throw new ServiceError(onlyUnknown ? 'unknown_field' : 'validation_failed', `${where}: ${first.message}${more}`, {
    param: where,
    faults: faults.map((fault) => ({ ...fault, param: fault.param === '' ? 'body' : fault.param })),
  });
}
