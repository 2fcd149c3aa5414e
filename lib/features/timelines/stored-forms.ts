import { z } from 'zod';

/** The parts of a definition for a value that is never absent, and is the same in items and in answers. @param schema schema of the value */
export const schemasOfRequiredValue = <Schema extends z.ZodType>(schema: Schema) => ({
  answer: schema,
  stored: schema,
  keep: (value: z.output<Schema>): z.output<Schema> => value,
  show: (stored: z.output<Schema>): z.output<Schema> => stored,
});

/** The parts of a definition for a value that may be absent in items; answers then have null. @param schema schema of the value itself */
export const schemasOfOptionalValue = <Schema extends z.ZodType>(schema: Schema) => ({
  answer: z.nullable(schema),
  stored: z.optional(schema),
  keep: (value: z.output<Schema> | null | undefined): z.output<Schema> | undefined => value ?? undefined,
  show: (stored: z.output<Schema> | undefined): z.output<Schema> | null => stored ?? null,
});
