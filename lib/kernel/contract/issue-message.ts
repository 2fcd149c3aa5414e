import type { z } from 'zod';
import { acceptedValue } from './accepted-value.ts';
import { nearValue } from './near-value.ts';
import { fieldNamesAt, schemasAt } from './schema-at.ts';
import { conversionOf } from './synonyms.ts';

type Issue = z.core.$ZodIssue;

/** Message of a schema without a custom one: empty, so that no sentence of the library reaches a client. */
const UNWORDED = '';

/** The `error` with which a schema is applied to what a client sent. */
export const unworded = (): string => UNWORDED;

const MS = 1000;
/** A longer value is not repeated in a message. In characters. */
const MAX_REPEATED = 40;

/** The value at a path; undefined: none was sent. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );

const isNumeric = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_REPEATED && Number.isFinite(Number(value));

/** The same value as the kind that the field takes: a number that came as a text, seconds for milliseconds. */
function conversion(issue: Issue, field: string, value: unknown): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'number' || issue.expected === 'int')
      return isNumeric(value) ? `Without quotation marks it is ${Number(value)}.` : undefined;
    if (issue.expected === 'string' && typeof value === 'number') return `Put it in quotation marks: "${value}".`;
  }
  if (
    issue.code === 'too_big' &&
    typeof value === 'number' &&
    field.endsWith('_seconds') &&
    value / MS <= issue.maximum
  )
    return `If this is milliseconds, send ${value / MS}.`;
  return undefined;
}

/** Size of the value, if its size is the fault. */
function sizeOf(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  if (typeof value === 'string') return `This has ${[...value].length.toLocaleString('en')} characters.`;
  return Array.isArray(value) ? `This has ${value.length.toLocaleString('en')}.` : undefined;
}

/** The values of a field that takes one of some values; empty for another field. */
function optionsOf(schemas: readonly unknown[]): unknown[] {
  return schemas.flatMap((schema) => {
    const { def } = schema as z.core.$ZodType['_zod'] & { def: { type: string; values?: unknown[]; entries?: object } };
    if (def.type === 'literal') return def.values ?? [];
    return def.type === 'enum' ? Object.values(def.entries ?? {}) : [];
  });
}

/** The probable intention: another value of the field, the file in another format, the address as an object. */
function nearness(schema: z.ZodType, { path }: Issue, value: unknown): string | undefined {
  const near = nearValue(value, optionsOf(schemasAt(schema, path)));
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  if (typeof value !== 'string') return undefined;
  if (/^https?:/i.test(value) && fieldNamesAt(schema, path).includes('url'))
    return 'An address is sent as `{"url": "…"}`.';
  return conversionOf(value);
}

/**
 * The message of an issue for which the schema has none: what was probably meant, and what the place takes.
 * @param schema of the whole value
 * @param sent the whole value
 */
export function issueMessage(schema: z.ZodType, issue: Issue, sent: unknown): string {
  if (issue.code === 'invalid_key') {
    const [first] = issue.issues.flatMap(({ message }) => message || []);
    if (first !== undefined) return `This name is not allowed. ${first}`;
  }
  const value = valueAt(sent, issue.path);
  const schemas = schemasAt(schema, issue.path);
  const field = String(issue.path.findLast((part) => typeof part === 'string') ?? '');
  const [hint] = [nearness(schema, issue, value), conversion(issue, field, value), sizeOf(issue, value)].filter(
    Boolean,
  );
  const accepted = [...new Set(schemas.map((each) => acceptedValue(each as z.core.$ZodType, field)))];
  const rule = accepted.length === 0 ? undefined : `Send ${accepted.join(' or ')}.`;
  return [hint, rule].filter(Boolean).join(' ') || 'This value is not valid.';
}
