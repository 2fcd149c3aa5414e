import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';

interface Schema {
  enum?: unknown[];
  properties?: Record<string, unknown>;
  required?: string[];
}

const MODELS = new URL('../../../lib/front/client/python/src/video_timeline_client/models.py', import.meta.url);
/** Each class of the file by its name; a class ends at two empty lines. */
const classes = new Map(
  readFileSync(MODELS, 'utf8')
    .replaceAll(/^ *"""[\s\S]*?"""\n/gm, '')
    .split('\n\n\n')
    .flatMap((text) => {
      const name = /^(?:class (\w+)\(TypedDict|(\w+) = TypedDict|(\w+): TypeAlias)/m.exec(text)?.slice(1).find(Boolean);
      return name === undefined ? [] : [[name, text] as const];
    }),
);

/** The fields of a class, an optional one with a question mark. */
const fieldsOf = (text: string): string[] =>
  [...text.matchAll(/^ {4,8}(?:(\w+): |'(\w+)': )(NotRequired\[)?/gm)].map(
    ([, name, quoted, optional]) => `${name ?? quoted}${optional === undefined ? '' : '?'}`,
  );

it('the models of the Python client are those of the description: run "npm run openapi"', () => {
  const schemas = (createServiceOpenApiDocument('http://localhost:3000/v1').components.schemas ?? {}) as Record<
    string,
    Schema
  >;
  const seen = Object.keys(schemas).map((name) => {
    const text = classes.get(name) ?? '';
    const { enum: values, properties } = schemas[name] ?? {};
    if (values)
      return {
        name,
        values: [...text.matchAll(/'([^']+)'|\b(\d+)\b/g)].map(([, word, number]) => word ?? Number(number)),
      };
    return { name, isThere: text !== '', ...(properties ? { fields: fieldsOf(text).toSorted() } : {}) };
  });
  const wanted = Object.entries(schemas).map(([name, { enum: values, properties, required = [] }]) => {
    if (values) return { name, values };
    const fields = Object.keys(properties ?? {}).map((field) => `${field}${required.includes(field) ? '' : '?'}`);
    return { name, isThere: true, ...(properties ? { fields: fields.toSorted() } : {}) };
  });
  expect(seen).toEqual(wanted);
});
