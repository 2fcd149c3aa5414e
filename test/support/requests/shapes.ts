import { apiContracts } from '#front/api/contracts.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { type Bound, boundsOf, unboundTexts } from './bounds.ts';
import { reachedBounds } from './reached-bounds.ts';
import { resolver, type Schema } from './schema.ts';

const PARTS = ['path', 'query', 'header', 'body'] as const;
export type PartName = (typeof PARTS)[number];
export type Parts = Partial<Record<PartName, unknown>>;

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data';

/** One way to send an operation: the schemas of its parts. */
export interface Shape {
  contract: OperationContract;
  /** How the body is sent; undefined: there is none. */
  media: string | undefined;
  /** Which of the kinds of body, where it can be one of several. */
  branch: number | undefined;
  parts: Partial<Record<PartName, Schema>>;
}

interface Described {
  parameters?: { $ref?: string; name: string; in: PartName; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const description = createServiceOpenApiDocument('http://localhost/v1');
export const resolve = resolver(description.components.schemas as Record<string, Schema>);
const sharedParameters = description.components.parameters as unknown as Record<
  string,
  NonNullable<Described['parameters']>[number]
>;

/** The ways in which an operation of the description can be sent. */
function shapesOf(contract: OperationContract): Shape[] {
  const operation = description.paths[contract.path]?.[contract.method.toLowerCase()] as Described;
  const parameters = (operation.parameters ?? []).map((own) => {
    const shared = own.$ref === undefined ? own : sharedParameters[own.$ref.split('/').at(-1) ?? ''];
    if (!shared) throw new Error(`There is no parameter ${own.$ref}.`);
    return shared;
  });
  const partOf = (place: PartName): Partial<Record<PartName, Schema>> => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return {};
    const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
    const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
    return { [place]: { type: 'object', properties, required } };
  };
  const parts = { ...partOf('path'), ...partOf('query'), ...partOf('header') };
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([media, { schema }]): Shape[] => {
    // Where a file can be the body, its options are in the query; elsewhere they are in the body.
    const hasOptions = media === JSON_TYPE || media === FORM_TYPE;
    const { query, ...others } = parts;
    const beside = contract.upload && hasOptions ? others : parts;
    const kinds = resolve(schema).schema.anyOf;
    if (!kinds) return [{ contract, media, branch: undefined, parts: { ...beside, body: schema } }];
    return kinds.map((body, branch) => ({ contract, media, branch, parts: { ...beside, body } }));
  });
  return bodies.length > 0 ? bodies : [{ contract, media: undefined, branch: undefined, parts }];
}

/** Every way to send every operation. */
export const SHAPES: readonly Shape[] = apiContracts.flatMap(shapesOf);

export const shapeName = ({ contract: { operation }, media, branch }: Shape): string =>
  [operation, ...(media === undefined ? [] : [media]), ...(branch === undefined ? [] : [branch])].join(' ');

/** The header is one for all operations. */
const nameOf = ({ contract: { method, path } }: Shape, part: PartName): string =>
  part === 'header' ? 'header' : `${method} ${path} ${part}`;

const schemasOf = (shape: Shape): { part: PartName; name: string; schema: Schema }[] =>
  PARTS.flatMap((part) => {
    const schema = shape.parts[part];
    return schema ? [{ part, name: nameOf(shape, part), schema }] : [];
  });

/** A bound, and the part of the request that it is in. */
export type PlacedBound = Bound & { part: PartName };

export const boundsIn = (shape: Shape): PlacedBound[] =>
  schemasOf(shape).flatMap(({ part, name, schema }) =>
    boundsOf(schema, name, resolve).map((bound) => ({ ...bound, part })),
  );

export const unboundTextsIn = (shape: Shape): string[] =>
  schemasOf(shape).flatMap(({ name, schema }) => unboundTexts(schema, name, resolve));

/** The bounds that the parts of a request reach. */
export const reachedIn = (shape: Shape, parts: Parts): string[] =>
  schemasOf(shape).flatMap(({ part, name, schema }) =>
    parts[part] === undefined ? [] : [...reachedBounds(schema, name, parts[part], resolve)],
  );

/** Makes each part of a request. */
export const partsOf = (shape: Shape, make: (part: PartName, schema: Schema) => unknown): Parts =>
  Object.fromEntries(schemasOf(shape).map(({ part, schema }) => [part, make(part, schema)]));

/** Every bound of the description, once, with the first way to send it. */
export function boundsByShape(): { shape: Shape; bounds: PlacedBound[] }[] {
  const seen = new Set<string>();
  return SHAPES.map((shape) => {
    const bounds = boundsIn(shape).filter(({ id }) => !seen.has(id));
    for (const { id } of bounds) seen.add(id);
    return { shape, bounds };
  }).filter(({ bounds }) => bounds.length > 0);
}
