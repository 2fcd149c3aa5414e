import type { FieldDescription } from '#kernel/contract/field-description.ts';
import type { JsonSchema } from '../json-schema.ts';
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts';
import { OPERATION_DESCRIPTIONS } from './operation-descriptions.ts';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const firstWords = (...keys: string[]): FieldDescription | undefined =>
  keys.map((key) => FIELD_DESCRIPTIONS[key]).find(Boolean);

/** Reports whether a schema needs no example, because it shows its values itself. */
const showsItself = (schema: JsonSchema): boolean =>
  ['$ref', 'enum', 'const', 'example', 'examples', 'default', 'properties'].some((keyword) => keyword in schema) ||
  schema.type === 'boolean';

/** A field with the description and the example of its words, unless it already has these. */
function withWords(field: JsonSchema, words: FieldDescription | undefined): JsonSchema {
  if (!words) return field;
  const [description, example] = words;
  return {
    ...field,
    ...(field.description === undefined ? { description } : {}),
    ...(example === undefined || showsItself(field) ? {} : { examples: [example] }),
  };
}

/** A schema whose fields, at any depth, have descriptions and examples. @param owner name of its component or operation */
export function schemaWithDescriptions(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => schemaWithDescriptions(one, owner));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (['examples', 'default', 'enum', 'const'].includes(keyword)) return [keyword, value];
      if (keyword !== 'properties' || !isObject(value)) return [keyword, schemaWithDescriptions(value, owner)];
      return [keyword, wordedFields(value, owner)];
    }),
  );
}

const wordedFields = (fields: JsonSchema, owner: string): JsonSchema =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const inner = schemaWithDescriptions(field, `${owner}.${name}`);
      const words = firstWords(`${owner}.${name}`, name);
      return [name, isObject(inner) ? withWords(inner, words) : inner];
    }),
  );

/** A parameter with its description and example, which are found by the path up to it, or by operation and name. */
function wordedParameter(parameter: unknown, path: string, operation: string): unknown {
  if (!isObject(parameter) || typeof parameter.name !== 'string' || !isObject(parameter.schema)) return parameter;
  const { name, schema } = parameter;
  const place = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
  const words = firstWords(...(parameter.in === 'path' ? [place] : [`${operation}.${name}`]), name);
  if (!words) return parameter;
  const [description, example] = words;
  return {
    ...parameter,
    ...(parameter.description === undefined ? { description } : {}),
    ...(example === undefined || showsItself(schema) ? {} : { schema: { ...schema, examples: [example] } }),
  };
}

/** An operation with its description, and with descriptions and examples of its parameters. */
export function operationWithDescriptions(operation: JsonSchema, path: string): JsonSchema {
  const id = String(operation.operationId);
  const { parameters, description = OPERATION_DESCRIPTIONS[id], ...rest } = operation;
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    ...(Array.isArray(parameters)
      ? { parameters: parameters.map((parameter) => wordedParameter(parameter, path, id)) }
      : {}),
  };
}
