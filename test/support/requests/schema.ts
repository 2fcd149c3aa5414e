/** A JSON Schema of the description, as far as requests have it. */
export interface Schema {
  $ref?: string;
  /** A list: one of these, the last of which is `null`. */
  type?: string | readonly [string, 'null'];
  enum?: readonly (string | number)[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

/** A schema whose values have one type, next to null. */
export type ResolvedSchema = Omit<Schema, 'type'> & { type?: string };

const withOneType = ({ type, ...schema }: Schema): ResolvedSchema => ({
  ...schema,
  ...(type === undefined ? {} : { type: typeof type === 'string' ? type : type[0] }),
});

/** Finds the component that a schema refers to, and its name. What has no reference is given back. */
export type Resolve = (schema: Schema) => { schema: ResolvedSchema; component?: string };

/** Looks references up among the components of a description. @throws Error for one that is not there */
export function resolver(components: Readonly<Record<string, Schema>>): Resolve {
  // The largest request has a hundred thousand values of a few schemas.
  const resolved = new WeakMap<Schema, ReturnType<Resolve>>();
  function lookUp(schema: Schema): ReturnType<Resolve> {
    const component = schema.$ref?.replace('#/components/schemas/', '');
    if (component === undefined) return { schema: withOneType(schema) };
    const found = components[component];
    if (!found) throw new Error(`There is no component ${component}.`);
    return { schema: withOneType({ ...found, ...schema }), component };
  }
  return (schema) => {
    const known = resolved.get(schema) ?? lookUp(schema);
    resolved.set(schema, known);
    return known;
  };
}
