import type { Resolve, Schema } from './schema.ts';

/** One step from a schema to a schema within it. */
export type Step =
  | { readonly property: string }
  | { readonly branch: number }
  | { readonly within: 'item' | 'value' | 'key' };

/** The keywords that bound a value. `pattern` bounds a text that has no `maxLength`, `enum` by the last of its values. */
const KEYWORDS = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'minimum', 'enum', 'pattern'] as const;
export type Keyword = (typeof KEYWORDS)[number];

/** One bound of a request. */
export interface Bound {
  /** The place of the bound and its keyword. A place within a named component is counted from there: it is one for all who use it. */
  readonly id: string;
  readonly keyword: Keyword;
  /** From the schema of the request to the one that has the bound. */
  readonly steps: readonly Step[];
}

/** A schema, where it stands, and how it is come to. */
interface Place {
  readonly schema: Schema;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The schemas directly within one. */
export function innerSchemas(schema: Schema): { step: Step; name: string; schema: Schema }[] {
  const { properties = {}, items, additionalProperties, propertyNames, anyOf = [] } = schema;
  return [
    ...Object.entries(properties).map(([property, inner]) => ({
      step: { property },
      name: `.${property}`,
      schema: inner,
    })),
    ...(items ? [{ step: { within: 'item' } as const, name: '[]', schema: items }] : []),
    ...(typeof additionalProperties === 'object'
      ? [{ step: { within: 'value' } as const, name: '{}', schema: additionalProperties }]
      : []),
    ...(propertyNames ? [{ step: { within: 'key' } as const, name: '{name}', schema: propertyNames }] : []),
    ...anyOf.map((inner, branch) => ({
      step: { branch },
      name: anyOf.length === 2 ? '' : `|${branch}`,
      schema: inner,
    })),
  ];
}

/** The bounds that a schema has itself. */
export const ownKeywords = (schema: Schema): Keyword[] =>
  KEYWORDS.filter(
    (keyword) => schema[keyword] !== undefined && !(keyword === 'pattern' && schema.maxLength !== undefined),
  );

/** Every bound of a schema, and of all within it. @param name of the schema, for what is in no component */
export function boundsOf(root: Schema, name: string, resolve: Resolve): Bound[] {
  const found: Bound[] = [];
  const visit = (place: Place): void => {
    const { schema, component = place.name } = resolve(place.schema);
    for (const keyword of ownKeywords(schema))
      found.push({ id: `${component} ${keyword}`, keyword, steps: place.steps });
    for (const inner of innerSchemas(schema))
      visit({ schema: inner.schema, name: `${component}${inner.name}`, steps: [...place.steps, inner.step] });
  };
  visit({ schema: root, name, steps: [] });
  return found;
}

/** Texts of a schema that nothing bounds, by their places. */
export function unboundTexts(root: Schema, name: string, resolve: Resolve): string[] {
  const found: string[] = [];
  const visit = (outer: Schema, at: string): void => {
    const { schema, component = at } = resolve(outer);
    const isBound = ownKeywords(schema).length > 0 || schema.const !== undefined || schema.format !== undefined;
    if (schema.type === 'string' && !isBound) found.push(component);
    for (const inner of innerSchemas(schema)) visit(inner.schema, `${component}${inner.name}`);
  };
  visit(root, name);
  return found;
}
