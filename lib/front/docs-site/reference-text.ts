import GithubSlugger from 'github-slugger';
import { apiContracts } from '#front/api/contracts.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import type { OpenApiDocument } from '#front/api/openapi/document.ts';
import { API_REFERENCE_PAGES } from '#front/docs/site-pages.ts';
import { operationCodeSamplesOf } from './operation-code-samples.ts';
import {
  type DescribedOperation,
  describeOperations,
  exampleOfSchema,
  type OpenApiParameter,
  type OpenApiSchema,
  resolveSchemaRef,
  toOpenApiWithoutUndefined,
} from './operations.ts';
import { BASE_URL_PLACEHOLDER } from './places.ts';

/** Escapes a text for a cell of a Markdown table: a bar would end the cell. */
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The type of a schema's values in words: `list of string`, `string or null`, the values of an enum. */
function typeText(document: OpenApiDocument, schemaValue: unknown): string {
  const schema = resolveSchemaRef(document, schemaValue);
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map((each) => typeText(document, each)))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeText(document, schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

/** The depth to which fields of nested objects are listed. */
const MAX_DEPTH = 2;

/**
 * The rows of a table about the fields of a schema.
 * @param prefix path of the object that has the fields
 * @param depth depth of the fields, from 1
 */
function fieldRows(document: OpenApiDocument, schema: OpenApiSchema, prefix = '', depth = 1): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, fieldSchema]) => {
    const field = resolveSchemaRef(document, fieldSchema);
    const required = schema.required?.includes(name) ? ' (required)' : '';
    const row = `| \`${prefix}${name}\`${required} | ${escapeCell(typeText(document, fieldSchema))} | ${escapeCell(field.description ?? '')} |`;
    const items = field.items === undefined ? undefined : resolveSchemaRef(document, field.items);
    if (depth >= MAX_DEPTH) return [row];
    return [
      row,
      ...fieldRows(document, field, `${prefix}${name}.`, depth + 1),
      ...(items ? fieldRows(document, items, `${prefix}${name}[].`, depth + 1) : []),
    ];
  });
}

const table = (headerText: string, rows: readonly string[]): string =>
  [`| ${headerText} |`, '|---|---|---|', ...rows].join('\n');

const parameterRow =
  (document: OpenApiDocument) =>
  ({ name, in: place, required, description, schema }: OpenApiParameter): string =>
    `| \`${name}\` (${place}${required ? ', required' : ''}) | ${escapeCell(typeText(document, schema))} | ${escapeCell(description)} |`;

const codeBlock = (language: string, code: string): string => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;

function sampleBlocks(operation: DescribedOperation): string[] {
  const { curl, typescript, python } = operationCodeSamplesOf(operation, BASE_URL_PLACEHOLDER);
  return [
    codeBlock('bash', curl),
    ...(typescript === undefined ? [] : [codeBlock('ts', typescript)]),
    ...(python === undefined ? [] : [codeBlock('python', python)]),
  ];
}

/** The line with the error codes that the contract of an operation names; empty if it names none. */
function errorLine({ id }: DescribedOperation): string[] {
  const errors = apiContracts.find(({ operation }) => operation === id)?.errors ?? [];
  if (errors.length === 0) return [];
  const links = errors.toSorted().map((code) => `[\`${code}\`](errors.md#${code})`);
  return [`**Specific errors:** ${links.join(', ')}.`];
}

/**
 * The answer of an operation with an example.
 * @param shownAnswers titles of operations by the answers that they have shown: these are linked, not repeated
 */
function answerText(
  document: OpenApiDocument,
  operation: DescribedOperation,
  shownAnswers: Map<string, string>,
): string[] {
  const { mediaType, schema } = operation.answer;
  if (mediaType !== 'application/json' || schema === undefined) return [`**Answer:** \`${mediaType}\`.`];
  const json = JSON.stringify(exampleOfSchema(document, schema), null, 2);
  const earlierTitle = shownAnswers.get(json);
  if (earlierTitle !== undefined)
    return [`**Answer:** that of [${earlierTitle}](#${new GithubSlugger().slug(earlierTitle)}).`];
  shownAnswers.set(json, titleOf(operation));
  return ['**Answer:**', codeBlock('json', json)];
}

const titleOf = ({ method, path }: DescribedOperation): string => `${method.toUpperCase()} ${path}`;

function operationText(
  document: OpenApiDocument,
  operation: DescribedOperation,
  shownAnswers: Map<string, string>,
): string[] {
  const { summary, description, parameters, body } = operation;
  const fields = body?.schema === undefined ? [] : fieldRows(document, resolveSchemaRef(document, body.schema));
  const otherMediaTypes = body?.mediaTypes.filter((media) => media !== 'application/json') ?? [];
  return [
    `## ${titleOf(operation)}`,
    `**${summary}.**`,
    ...(description === undefined ? [] : [description]),
    ...sampleBlocks(operation),
    ...(parameters.length === 0 ? [] : [table('Parameter | Type | Meaning', parameters.map(parameterRow(document)))]),
    ...(fields.length === 0 ? [] : [table('Field of the body | Type | Meaning', fields)]),
    ...(otherMediaTypes.length === 0
      ? []
      : [`**The body may also be** ${otherMediaTypes.map((media) => `\`${media}\``).join(', ')}.`]),
    ...answerText(document, operation, shownAnswers),
    ...errorLine(operation),
  ];
}

const METHOD_ORDER = ['post', 'get', 'put', 'patch', 'delete'];

/** Compares operations for their order on a page: shorter paths first, and of one path in the order of METHOD_ORDER. */
const compareForReading = (a: DescribedOperation, b: DescribedOperation): number =>
  a.path.split('/').length - b.path.split('/').length ||
  a.path.localeCompare(b.path) ||
  METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method);

/** The pages of the reference as Markdown, by name. */
export function createApiReferencePages(): Readonly<Record<string, string>> {
  const document = toOpenApiWithoutUndefined(createServiceOpenApiDocument(BASE_URL_PLACEHOLDER));
  const operations = describeOperations(document);
  return Object.fromEntries(
    API_REFERENCE_PAGES.map(({ name, title, tag, about }) => {
      const taggedOperations = operations.filter((operation) => operation.tag === tag).toSorted(compareForReading);
      const shownAnswers = new Map<string, string>();
      const text = [
        `# ${title}`,
        `${about} What every request has in common (credentials, errors, pages of a list) is in [requests](requests.md); [errors](errors.md) has all codes.`,
        ...taggedOperations.flatMap((operation) => operationText(document, operation, shownAnswers)),
      ];
      return [name, `${text.join('\n\n')}\n`];
    }),
  );
}
