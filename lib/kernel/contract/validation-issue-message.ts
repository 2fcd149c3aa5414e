import type { z } from 'zod';
import { describeAcceptedValues } from './accepted-value.ts';
import { findLikelyAcceptedValue } from './likely-accepted-value.ts';
import { fieldNamesAtPath, schemasAtPath } from './schema-at.ts';
import { fileConversionAdvice } from './synonyms.ts';

type Issue = z.core.$ZodIssue;

/** The message of a schema that has no custom one: empty, so that no sentence of the zod library reaches a client. */
const EMPTY_MESSAGE = '';

/** The `error` option with which values of clients are parsed: it gives an empty message, which `validationIssueMessage` replaces. */
export const returnEmptyIssueMessage = (): string => EMPTY_MESSAGE;

const MS_PER_SECOND = 1000;
/** Longest value that is repeated in a message, in characters. */
const MAX_REPEATED_LENGTH = 40;

/** The value at a path; undefined when there is none. */
export const valueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );

const isNumeric = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= MAX_REPEATED_LENGTH &&
  Number.isFinite(Number(value));

/** Advice to send the value in another form: a number without quotation marks, a text with them, seconds instead of milliseconds. */
function conversionAdvice(issue: Issue, field: string, value: unknown): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'number' || issue.expected === 'int')
      return isNumeric(value) ? `Without quotation marks it is ${Number(value)}.` : undefined;
    if (issue.expected === 'string' && typeof value === 'number') return `Put it in quotation marks: "${value}".`;
  }
  if (
    issue.code === 'too_big' &&
    typeof value === 'number' &&
    field.endsWith('_seconds') &&
    value / MS_PER_SECOND <= issue.maximum
  )
    return `If this is milliseconds, send ${value / MS_PER_SECOND}.`;
  return undefined;
}

/** A sentence with the size of the value, if its size is the fault. */
function sizeSentence(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  if (typeof value === 'string') return `This has ${[...value].length.toLocaleString('en')} characters.`;
  return Array.isArray(value) ? `This has ${value.length.toLocaleString('en')}.` : undefined;
}

/** The values of a field with a fixed list of values; empty for other fields. */
function fixedValuesOf(schemas: readonly unknown[]): unknown[] {
  return schemas.flatMap((schema) => {
    const { def } = schema as z.core.$ZodType['_zod'] & { def: { type: string; values?: unknown[]; entries?: object } };
    if (def.type === 'literal') return def.values ?? [];
    return def.type === 'enum' ? Object.values(def.entries ?? {}) : [];
  });
}

/** Advice by the probable intention: another value of the field, a file in another format, an address as an object. */
function intentionAdvice(schema: z.ZodType, { path }: Issue, value: unknown): string | undefined {
  const likelyValue = findLikelyAcceptedValue(value, fixedValuesOf(schemasAtPath(schema, path)));
  if (likelyValue !== undefined) return `Did you mean \`${likelyValue}\`?`;
  if (typeof value !== 'string') return undefined;
  if (/^https?:/i.test(value) && fieldNamesAtPath(schema, path).includes('url'))
    return 'An address is sent as `{"url": "…"}`.';
  return fileConversionAdvice(value);
}

/**
 * The message of an issue for which the schema has none: what was probably meant, and which values are accepted.
 * @param schema of the whole value
 * @param sentValue the whole value
 */
export function validationIssueMessage(schema: z.ZodType, issue: Issue, sentValue: unknown): string {
  if (issue.code === 'invalid_key') {
    const [firstMessage] = issue.issues.flatMap(({ message }) => message || []);
    if (firstMessage !== undefined) return `This name is not allowed. ${firstMessage}`;
  }
  const value = valueAtPath(sentValue, issue.path);
  const schemas = schemasAtPath(schema, issue.path);
  const field = String(issue.path.findLast((part) => typeof part === 'string') ?? '');
  const [hint] = [
    intentionAdvice(schema, issue, value),
    conversionAdvice(issue, field, value),
    sizeSentence(issue, value),
  ].filter(Boolean);
  const acceptedValues = [
    ...new Set(schemas.map((fieldSchema) => describeAcceptedValues(fieldSchema as z.core.$ZodType, field))),
  ];
  const rule = acceptedValues.length === 0 ? undefined : `Send ${acceptedValues.join(' or ')}.`;
  return [hint, rule].filter(Boolean).join(' ') || 'This value is not valid.';
}
