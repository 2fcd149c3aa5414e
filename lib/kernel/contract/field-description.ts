/** The meaning of a field in one sentence, and an example value. There is no example if the schema has one, or if the field is an object. */
export type FieldDescription = readonly [sentence: string, example?: unknown];

/** Descriptions of fields, by the name of the field. `Component.field` describes a field that means something else in that component. */
export type FieldDescriptionsByName = Readonly<Record<string, FieldDescription>>;
