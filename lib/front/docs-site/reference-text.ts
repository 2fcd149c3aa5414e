import GithubSlugger from 'github-slugger';
import { contracts } from '#front/api/contracts.ts';
import { describeService } from '#front/api/openapi/description.ts';
import type { OpenApiDocument } from '#front/api/openapi/document.ts';
import { REFERENCE_PAGES } from '#front/docs/site-pages.ts';
import { samplesOf } from './operation-samples.ts';
import {
  asJson,
  type DescribedOperation,
  describedOperations,
  exampleOf,
  type Parameter,
  type Schema,
  schemaOf,
} from './operations.ts';
import { BASE_URL } from './places.ts';

/** In a cell of a table, where a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Type of a value, in a few words. */
function typeOf(document: OpenApiDocument, given: unknown): string {
  const schema = schemaOf(document, given);
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map((each) => typeOf(document, each)))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(document, schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

/** Fields of an object inside fields are listed to this depth. */
const MOST_DEPTH = 2;

function fieldRows(document: OpenApiDocument, schema: Schema, prefix = '', depth = 1): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = schemaOf(document, given);
    const required = schema.required?.includes(name) ? ' (required)' : '';
    const row = `| \`${prefix}${name}\`${required} | ${cell(typeOf(document, given))} | ${cell(field.description ?? '')} |`;
    const items = field.items === undefined ? undefined : schemaOf(document, field.items);
    if (depth >= MOST_DEPTH) return [row];
    return [
      row,
      ...fieldRows(document, field, `${prefix}${name}.`, depth + 1),
      ...(items ? fieldRows(document, items, `${prefix}${name}[].`, depth + 1) : []),
    ];
  });
}

const table = (head: string, rows: readonly string[]): string => [`| ${head} |`, '|---|---|---|', ...rows].join('\n');

const parameterRow =
  (document: OpenApiDocument) =>
  ({ name, in: place, required, description, schema }: Parameter): string =>
    `| \`${name}\` (${place}${required ? ', required' : ''}) | ${cell(typeOf(document, schema))} | ${cell(description)} |`;

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;

function sampleBlocks(operation: DescribedOperation): string[] {
  const { curl, typescript, python } = samplesOf(operation, BASE_URL);
  return [
    fence('bash', curl),
    ...(typescript === undefined ? [] : [fence('ts', typescript)]),
    ...(python === undefined ? [] : [fence('python', python)]),
  ];
}

/** The codes that an operation names as its own. */
function errorLine({ id }: DescribedOperation): string[] {
  const errors = contracts.find(({ operation }) => operation === id)?.errors ?? [];
  if (errors.length === 0) return [];
  const links = errors.toSorted().map((code) => `[\`${code}\`](errors.md#${code})`);
  return [`**Specific errors:** ${links.join(', ')}.`];
}

/** Answer of an operation. An answer that the operation in `shown` has already shown is not repeated. */
function answerText(document: OpenApiDocument, operation: DescribedOperation, shown: Map<string, string>): string[] {
  const { media, schema } = operation.answer;
  if (media !== 'application/json' || schema === undefined) return [`**Answer:** \`${media}\`.`];
  const json = JSON.stringify(exampleOf(document, schema), null, 2);
  const before = shown.get(json);
  if (before !== undefined) return [`**Answer:** that of [${before}](#${new GithubSlugger().slug(before)}).`];
  shown.set(json, titleOf(operation));
  return ['**Answer:**', fence('json', json)];
}

const titleOf = ({ method, path }: DescribedOperation): string => `${method.toUpperCase()} ${path}`;

function operationText(document: OpenApiDocument, operation: DescribedOperation, shown: Map<string, string>): string[] {
  const { summary, description, parameters, body } = operation;
  const fields = body?.schema === undefined ? [] : fieldRows(document, schemaOf(document, body.schema));
  const others = body?.media.filter((media) => media !== 'application/json') ?? [];
  return [
    `## ${titleOf(operation)}`,
    `**${summary}.**`,
    ...(description === undefined ? [] : [description]),
    ...sampleBlocks(operation),
    ...(parameters.length === 0 ? [] : [table('Parameter | Type | Meaning', parameters.map(parameterRow(document)))]),
    ...(fields.length === 0 ? [] : [table('Field of the body | Type | Meaning', fields)]),
    ...(others.length === 0 ? [] : [`**The body may also be** ${others.map((media) => `\`${media}\``).join(', ')}.`]),
    ...answerText(document, operation, shown),
    ...errorLine(operation),
  ];
}

const ORDER = ['post', 'get', 'put', 'patch', 'delete'];

/** Whole lists and things before their parts, and what makes a thing before what changes it. */
const inReadingOrder = (a: DescribedOperation, b: DescribedOperation): number =>
  a.path.split('/').length - b.path.split('/').length ||
  a.path.localeCompare(b.path) ||
  ORDER.indexOf(a.method) - ORDER.indexOf(b.method);

/** The operations as Markdown, a text for each page of the reference, by its name. */
export function referenceTexts(): Readonly<Record<string, string>> {
  const document = asJson(describeService(BASE_URL));
  const operations = describedOperations(document);
  return Object.fromEntries(
    REFERENCE_PAGES.map(({ name, title, tag, about }) => {
      const own = operations.filter((operation) => operation.tag === tag).toSorted(inReadingOrder);
      const shown = new Map<string, string>();
      const text = [
        `# ${title}`,
        `${about} What every request has in common (credentials, errors, pages of a list) is in [requests](requests.md); [errors](errors.md) has all codes.`,
        ...own.flatMap((operation) => operationText(document, operation, shown)),
      ];
      return [name, `${text.join('\n\n')}\n`];
    }),
  );
}
