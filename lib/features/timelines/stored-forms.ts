import { z } from 'zod';

/** Stored and shown form of a value that a slide or a timeline always has. @param schema of what is stored and answered */
export const alwaysStored = <Schema extends z.ZodType>(schema: Schema) => ({
  answer: schema,
  stored: schema,
  keep: (value: z.output<Schema>): z.output<Schema> => value,
  show: (stored: z.output<Schema>): z.output<Schema> => stored,
});

/** Stored and shown form of a value that may be left out: answers then have null. @param schema of the value itself */
export const storedIfSet = <Schema extends z.ZodType>(schema: Schema) => ({
  answer: z.nullable(schema),
  stored: z.optional(schema),
  keep: (value: z.output<Schema> | null | undefined): z.output<Schema> | undefined => value ?? undefined,
  show: (stored: z.output<Schema> | undefined): z.output<Schema> | null => stored ?? null,
});
