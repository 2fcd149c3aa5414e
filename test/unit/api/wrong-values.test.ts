import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiContracts } from '#front/api/contracts.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import { isTried } from '#test/support/depth.ts';

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  $ref?: string;
  $defs?: Record<string, Shape>;
}

type Path = readonly (string | number)[];
interface Field {
  path: Path;
  shape: Shape;
}

/** Every field of a shape, with the path that leads to it; of lists the first entry. */
function fieldsOf(shape: Shape, definitions: Record<string, Shape>, path: Path = []): Field[] {
  if (shape.$ref !== undefined) {
    const named = definitions[shape.$ref.replace('#/$defs/', '')];
    return named === undefined ? [] : fieldsOf(named, definitions, path);
  }
  const inner = [
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((each) => fieldsOf(each, definitions, path)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, each]) => fieldsOf(each, definitions, [...path, name])),
    ...(shape.items === undefined ? [] : fieldsOf(shape.items, definitions, [...path, 0])),
    ...(typeof shape.additionalProperties === 'object'
      ? fieldsOf(shape.additionalProperties, definitions, [...path, 'name'])
      : []),
  ];
  return shape.anyOf === undefined && shape.oneOf === undefined ? [{ path, shape }, ...inner] : inner;
}

/** Values that a field of this shape does not take. */
function wrongValues({ type, enum: values, const: only, minLength, maxLength, minimum, maximum, maxItems }: Shape) {
  if (values !== undefined || only !== undefined) return ['no such value', {}];
  switch (type) {
    case 'string':
      return [
        { not: 'a text' },
        ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
        ...(minLength ? [''] : []),
      ];
    case 'number':
    case 'integer':
      return [
        'some',
        [],
        ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
        ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [minimum - 1]),
      ];
    case 'array':
      return ['some', ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => null)])];
    case 'boolean':
    case 'object':
      return ['some', 7];
    default:
      return [];
  }
}

/** A value with another one at a path. */
const withAt = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, part) => (typeof part === 'number' ? [inner] : { [part]: inner }), value);

function faultsOf(schema: z.ZodType, value: unknown): readonly RequestFault[] {
  try {
    parseRequestValue(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details.faults ?? [];
  }
}

/** Sentences of the library that validates. */
const STOCK = /Invalid|expected|received|Too (big|small)|Unrecognized|must match pattern|undefined|not valid\.$/;
/** A name of a value, a bound, an example, or what to do. */
const SAYS_HOW = /`[^`]+`|"[^"]+"|\d|\b(Send|Use|Choose|Put|Remove|Convert|Write)\b/;

const MAX_VALUES = 24;

const paramOf = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );

const CASES = apiContracts.flatMap((contract) =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = contract[place];
    if (schema === undefined) return [];
    const { $defs = {}, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    return fieldsOf(shape, $defs).map((field) => ({
      name: `${contract.operation}: ${place} ${paramOf(field.path)}`,
      schema,
      ...field,
    }));
  }),
);

describe('a wrong value of a field is refused with what the field takes:', () => {
  it('every operation that takes something has fields here', () => {
    expect(CASES.length).toBeGreaterThan(400);
  });

  it.each(CASES.filter((_, at) => isTried(at, 3)))('$name', ({ schema, path, shape }) => {
    for (const wrong of wrongValues(shape)) {
      const faults = faultsOf(schema, withAt(path, wrong));
      expect(faults.length).toBeGreaterThan(0);
      for (const { param, message } of faults) {
        expect(`${param}: ${message}`).not.toMatch(STOCK);
        expect(`${param}: ${message}`).toMatch(/\.$|-$/);
        expect(message).toMatch(SAYS_HOW);
      }
      const own = faults.find(({ param }) => param === (paramOf(path) || 'body'));
      if (own === undefined || /^This name|^It cannot be sent/.test(own.message)) continue;
      // A long list of values is cut.
      const values = (shape.enum ?? []).slice(0, MAX_VALUES);
      const named = [...values, shape.minimum, shape.maximum, shape.maxLength, shape.maxItems];
      for (const bound of named)
        if (bound !== undefined && Math.abs(Number(bound) || 0) < Number.MAX_SAFE_INTEGER)
          expect(own.message.replaceAll(',', '')).toContain(String(bound).replaceAll(',', ''));
    }
  });
});
