/** The meaning of a field in one sentence, and an example; without an example if the schema has one or the field is an object. */
export type FieldDescription = readonly [sentence: string, example?: unknown];

/** Words by the name of a field, or by `Component.field` where the field means something else there. */
export type FieldDescriptionsByName = Readonly<Record<string, FieldDescription>>;
