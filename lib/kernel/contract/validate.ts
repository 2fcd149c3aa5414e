import { safeParse, ZodUnion, type z } from 'zod';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { invalidRequestError, MAX_LISTED_FAULTS } from './invalid-request.ts';
import { findLikelyField } from './likely-field.ts';
import { fieldNamesAtPath, valueShapesAtPath } from './schema-at.ts';
import { returnEmptyIssueMessage, validationIssueMessage, valueAtPath } from './validation-issue-message.ts';

type Issue = z.core.$ZodIssue;

/** Longest name of an unknown field in a message, in characters: a client can send one of megabytes. */
const MAX_NAME_LENGTH = 100;
/** Longest list of known fields in a message, in characters. */
const MAX_FIELDS_LENGTH = 200;
/** The name of a field, shortened for a message. */
const nameOf = (key: PropertyKey): string => {
  const name = String(key);
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
};

const pathOf = (prefix: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((pathText, part) => {
    if (typeof part === 'number') return `${pathText}[${part}]`;
    return pathText === '' ? nameOf(part) : `${pathText}.${nameOf(part)}`;
  }, prefix);

/** The number of unknown fields, which zod reports as one issue for each object. */
const unknownFieldCount = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
const faultCount = (issues: readonly Issue[]): number =>
  unknownFieldCount(issues) + issues.filter(({ code }) => code !== 'unrecognized_keys').length;

/** Returns the issue itself; for a union, the issues of the alternative with the fewest faults. */
function issuesOfClosestAlternative(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [bestBranch] = issue.errors
    .filter((branch) => branch.some(({ code, path }) => code === 'unrecognized_keys' || path.length > 0))
    .sort((a, b) => faultCount(a) - faultCount(b) || unknownFieldCount(a) - unknownFieldCount(b));
  return (
    bestBranch
      ?.flatMap(issuesOfClosestAlternative)
      .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
  );
}

/**
 * The issues of a value. A union is validated again, alternative by alternative, because zod prefers an alternative whose only faults are
 * unknown fields, which every alternative without required fields is.
 */
const issuesOf = (schema: z.ZodType, value: unknown, { issues }: z.ZodError): Issue[] =>
  schema instanceof ZodUnion
    ? issuesOfClosestAlternative({
        code: 'invalid_union',
        path: [],
        message: '',
        errors: schema.options.map(
          (option) => safeParse(option, value, { error: returnEmptyIssueMessage }).error?.issues ?? [],
        ),
      })
    : issues.flatMap(issuesOfClosestAlternative);

/** A sentence with the shapes that a value can have; undefined if it can have only one. */
function shapesHint(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  const shapes = valueShapesAtPath(schema, path);
  return shapes.length > 1 ? `Send one of ${shapes.join(', ')}.` : undefined;
}

/** Reports whether an object at a path, or each of a list, has a field. */
const isFieldOf = (schema: z.ZodType, path: readonly PropertyKey[], key: string): boolean =>
  fieldNamesAtPath(schema, path).includes(key) || fieldNamesAtPath(schema, [...path, 0]).includes(key);

/** Lists the names of fields in their order, up to MAX_FIELDS_LENGTH, and the number of the others. */
function listedFieldsText(fields: readonly string[]): string {
  const listedFields = fields.filter((_, index) => fields.slice(0, index + 1).join(', ').length <= MAX_FIELDS_LENGTH);
  const unlistedCount = fields.length - listedFields.length;
  return unlistedCount === 0 ? listedFields.join(', ') : `${listedFields.join(', ')} and ${unlistedCount} more`;
}

/**
 * The message of a field that is unknown, or that belongs to another alternative of a union.
 * @param isFirst true for the first unknown field of its object, whose message lists the known fields
 */
function unknownFieldMessage(schema: z.ZodType, path: readonly PropertyKey[], key: string, isFirst: boolean): string {
  const fields = fieldNamesAtPath(schema, path);
  if (fields.includes(key)) return `It cannot be sent with the other fields. ${shapesHint(schema, path) ?? ''}`.trim();
  const likelyName = findLikelyField(key, fields);
  if (likelyName !== undefined) return `Unknown field. Did you mean \`${likelyName}\`?`;
  const ownerField = fields.find((field) => isFieldOf(schema, [...path, field], key));
  if (ownerField !== undefined) return `Unknown field. It belongs in \`${ownerField}\`.`;
  if (fields.length === 0) return 'Unknown field. This object has no fields.';
  if (!isFirst) return 'Unknown field.';
  return `Unknown field. Known: ${listedFieldsText(fields)}.`;
}

const isMissing = (issue: Issue, sentValue: unknown): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union') &&
  issue.path.length > 0 &&
  valueAtPath(sentValue, issue.path) === undefined;

/** The message of an issue: the message of the schema if it has one, else one with the accepted values. */
function messageOf(schema: z.ZodType, issue: Issue, sentValue: unknown): string {
  if (issue.message !== '') return issue.message;
  if (issue.code === 'invalid_union' && issue.path.length === 0)
    return shapesHint(schema, issue.path) ?? validationIssueMessage(schema, issue, sentValue);
  if (!isMissing(issue, sentValue)) return validationIssueMessage(schema, issue, sentValue);
  const shapes = shapesHint(schema, issue.path.slice(0, -1));
  return `This field is missing. ${shapes ?? validationIssueMessage(schema, issue, sentValue)}`;
}

/** Every fault of one value, unknown fields one by one, in the order in which they were found. */
function faultsOf(
  schema: z.ZodType,
  sentValue: unknown,
  issues: readonly Issue[],
  prefix: string,
): { faults: RequestFault[]; onlyUnknown: boolean } {
  const faults: RequestFault[] = [];
  let hasOnlyUnknownFields = true;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const [index, key] of issue.keys.entries()) {
        // A body can have a hundred thousand unknown fields; only those that are listed are looked up.
        const isListed = faults.length < MAX_LISTED_FAULTS;
        const message = isListed ? unknownFieldMessage(schema, issue.path, key, index === 0) : 'Unknown field.';
        faults.push({ param: pathOf(prefix, [...issue.path, key]), message });
      }
    } else {
      hasOnlyUnknownFields = false;
      faults.push({ param: pathOf(prefix, issue.path), message: messageOf(schema, issue, sentValue) });
    }
  }
  return { faults, onlyUnknown: hasOnlyUnknownFields };
}

/**
 * Parses a value of a request. @returns the output of the schema
 * @param prefix the part of the request: `path`, `query`; empty for the body
 * @throws ServiceError a single 400 for all faults: `validation_failed`, or `unknown_field` if all faults are unknown fields
 */
export function parseRequestValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix = '',
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: returnEmptyIssueMessage });
  if (parsed.success) return parsed.data;
  const { faults, onlyUnknown: hasOnlyUnknownFields } = faultsOf(
    schema,
    value,
    issuesOf(schema, value, parsed.error),
    prefix,
  );
  throw invalidRequestError(
    hasOnlyUnknownFields ? 'unknown_field' : 'validation_failed',
    faults.map((fault) => ({ ...fault, param: fault.param === '' ? 'body' : fault.param })),
  );
}
