import type { FieldDescription } from '#kernel/contract/field-description.ts';
import type { JsonSchema } from '../json-schema.ts';
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts';
import { OPERATION_DESCRIPTIONS } from './operation-descriptions.ts';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of several field descriptions that exists. @param keys keys of `FIELD_DESCRIPTIONS`, in order of precedence */
const firstDescription = (...keys: string[]): FieldDescription | undefined =>
  keys.map((key) => FIELD_DESCRIPTIONS[key]).find(Boolean);

/** Reports whether a schema needs no example, because it shows its values itself. */
const showsItsValues = (schema: JsonSchema): boolean =>
  ['$ref', 'enum', 'const', 'example', 'examples', 'default', 'properties'].some((keyword) => keyword in schema) ||
  schema.type === 'boolean';

/** A field with a description and an example, unless it already has its own. */
function withDescription(field: JsonSchema, words: FieldDescription | undefined): JsonSchema {
  if (!words) return field;
  const [description, example] = words;
  return {
    ...field,
    ...(field.description === undefined ? { description } : {}),
    ...(example === undefined || showsItsValues(field) ? {} : { examples: [example] }),
  };
}

/** A schema whose fields, at any depth, have descriptions and examples. @param owner name of its component or operation */
export function schemaWithDescriptions(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => schemaWithDescriptions(entry, owner));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (['examples', 'default', 'enum', 'const'].includes(keyword)) return [keyword, value];
      if (keyword !== 'properties' || !isObject(value)) return [keyword, schemaWithDescriptions(value, owner)];
      return [keyword, describedFields(value, owner)];
    }),
  );
}

const describedFields = (fields: JsonSchema, owner: string): JsonSchema =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const inner = schemaWithDescriptions(field, `${owner}.${name}`);
      const words = firstDescription(`${owner}.${name}`, name);
      return [name, isObject(inner) ? withDescription(inner, words) : inner];
    }),
  );

/** A parameter with its description and example, which are found by the path up to it, or by operation and name. */
function describedParameter(parameter: unknown, path: string, operation: string): unknown {
  if (!isObject(parameter) || typeof parameter.name !== 'string' || !isObject(parameter.schema)) return parameter;
  const { name, schema } = parameter;
  const pathPrefix = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
  const words = firstDescription(...(parameter.in === 'path' ? [pathPrefix] : [`${operation}.${name}`]), name);
  if (!words) return parameter;
  const [description, example] = words;
  return {
    ...parameter,
    ...(parameter.description === undefined ? { description } : {}),
    ...(example === undefined || showsItsValues(schema) ? {} : { schema: { ...schema, examples: [example] } }),
  };
}

/** An operation with its description, and with descriptions and examples of its parameters. */
export function operationWithDescriptions(operation: JsonSchema, path: string): JsonSchema {
  const id = String(operation.operationId);
  const { parameters, description = OPERATION_DESCRIPTIONS[id], ...otherKeywords } = operation;
  return {
    ...otherKeywords,
    ...(description === undefined ? {} : { description }),
    ...(Array.isArray(parameters)
      ? { parameters: parameters.map((parameter) => describedParameter(parameter, path, id)) }
      : {}),
  };
}
