import { safeParse, ZodUnion, type z } from 'zod';
import type { Fault } from '#kernel/shared/errors.ts';
import { invalidRequest, MAX_LISTED_FAULTS } from './invalid-request.ts';
import { issueMessage, unworded, valueAt } from './issue-message.ts';
import { likelyField } from './likely-field.ts';
import { fieldNamesAt, shapesAt } from './schema-at.ts';

type Issue = z.core.$ZodIssue;

/** A longer name of an unknown field is cut: a client can send one of megabytes. In characters. */
const MAX_NAME_LENGTH = 100;
const nameOf = (key: PropertyKey): string => {
  const name = String(key);
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
};

const pathOf = (prefix: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? nameOf(part) : `${text}.${nameOf(part)}`;
  }, prefix);

/** Unknown fields are one issue, however many they are. */
const unknownCount = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
const faultCount = (issues: readonly Issue[]): number =>
  unknownCount(issues) + issues.filter(({ code }) => code !== 'unrecognized_keys').length;

/** For a union: the faults of the alternative that the value comes closest to. */
function closest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [best] = issue.errors
    .filter((branch) => branch.some(({ code, path }) => code === 'unrecognized_keys' || path.length > 0))
    .sort((a, b) => faultCount(a) - faultCount(b) || unknownCount(a) - unknownCount(b));
  return best?.flatMap(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/**
 * The faults of a value. A union is validated again, alternative by alternative: zod reports only the alternative whose faults
 * are all unknown fields where there is one, and an alternative without required fields always is one.
 */
const issuesOf = (schema: z.ZodType, value: unknown, { issues }: z.ZodError): Issue[] =>
  schema instanceof ZodUnion
    ? closest({
        code: 'invalid_union',
        path: [],
        message: '',
        errors: schema.options.map((option) => safeParse(option, value, { error: unworded }).error?.issues ?? []),
      })
    : issues.flatMap(closest);

/** Says which shapes a value can have, where it can have several. */
function shapesHint(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  const shapes = shapesAt(schema, path);
  return shapes.length > 1 ? `Send one of ${shapes.join(', ')}.` : undefined;
}

/** Reports whether an object at a path, or each of a list, has a field. */
const isFieldOf = (schema: z.ZodType, path: readonly PropertyKey[], key: string): boolean =>
  fieldNamesAt(schema, path).includes(key) || fieldNamesAt(schema, [...path, 0]).includes(key);

/** Describes a field that no shape has, or that another shape has. @param isFirst of those of its object: it lists the known ones */
function unknownField(schema: z.ZodType, path: readonly PropertyKey[], key: string, isFirst: boolean): string {
  const fields = fieldNamesAt(schema, path);
  if (fields.includes(key)) return `It cannot be sent with the other fields. ${shapesHint(schema, path) ?? ''}`.trim();
  const likely = likelyField(key, fields);
  if (likely !== undefined) return `Unknown field. Did you mean \`${likely}\`?`;
  const owner = fields.find((field) => isFieldOf(schema, [...path, field], key));
  if (owner !== undefined) return `Unknown field. It belongs in \`${owner}\`.`;
  if (fields.length === 0) return 'Unknown field. There are none here.';
  if (!isFirst) return 'Unknown field.';
  return `Unknown field. Known ones: ${fields.map((field) => `\`${field}\``).join(', ')}.`;
}

const isMissing = (issue: Issue, sent: unknown): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union') &&
  issue.path.length > 0 &&
  valueAt(sent, issue.path) === undefined;

/** An issue as a client sees it: in the words of the schema, where it has some, else with what the place takes. */
function messageOf(schema: z.ZodType, issue: Issue, sent: unknown): string {
  if (issue.message !== '') return issue.message;
  if (issue.code === 'invalid_union' && issue.path.length === 0)
    return shapesHint(schema, issue.path) ?? issueMessage(schema, issue, sent);
  if (!isMissing(issue, sent)) return issueMessage(schema, issue, sent);
  const shapes = shapesHint(schema, issue.path.slice(0, -1));
  return `This field is missing. ${shapes ?? issueMessage(schema, issue, sent)}`;
}

/** Every fault of one value, unknown fields one by one, in the order in which they were found. */
function faultsOf(
  schema: z.ZodType,
  sent: unknown,
  issues: readonly Issue[],
  prefix: string,
): { faults: Fault[]; onlyUnknown: boolean } {
  const faults: Fault[] = [];
  let onlyUnknown = true;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const [index, key] of issue.keys.entries()) {
        // A body can have a hundred thousand unknown fields; only those that are listed are looked up.
        const isListed = faults.length < MAX_LISTED_FAULTS;
        const message = isListed ? unknownField(schema, issue.path, key, index === 0) : 'Unknown field.';
        faults.push({ param: pathOf(prefix, [...issue.path, key]), message });
      }
    } else {
      onlyUnknown = false;
      faults.push({ param: pathOf(prefix, issue.path), message: messageOf(schema, issue, sent) });
    }
  }
  return { faults, onlyUnknown };
}

/**
 * Gives back what the schema makes of `value`, or throws one 400 for all faults.
 * @param prefix where the value came from: `path`, `query`; empty for the body
 * @throws ServiceError `validation_failed`; `unknown_field` when nothing else is wrong
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, prefix = ''): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: unworded });
  if (parsed.success) return parsed.data;
  const { faults, onlyUnknown } = faultsOf(schema, value, issuesOf(schema, value, parsed.error), prefix);
  throw invalidRequest(
    onlyUnknown ? 'unknown_field' : 'validation_failed',
    faults.map((fault) => ({ ...fault, param: fault.param === '' ? 'body' : fault.param })),
  );
}
