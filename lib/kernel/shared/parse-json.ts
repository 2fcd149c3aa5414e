import type { z } from 'zod';

/** A fault of parsed JSON: its path, and a message. */
export interface JsonFault {
  path: string;
  message: string;
}

/**
 * The error for a text that is not JSON, or whose JSON does not match the schema. The message quotes nothing of the text, because the text
 * may be a client's.
 */
export class JsonMismatchError extends Error {
  override name = 'JsonMismatchError';
  /** Empty for a text that is not JSON. */
  readonly faults: readonly JsonFault[];

  constructor(message: string, faults: readonly JsonFault[]) {
    super(message);
    this.faults = faults;
  }
}

/** The maximum number of faults that the message names. */
const MAX_NAMED_FAULTS = 5;

/**
 * Parses a text as JSON without a schema, for callers that pass the value on or check it themselves.
 * @throws JsonMismatchError for a text that is not JSON
 */
export function parseJsonWithoutSchema(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error is not passed on, because its message quotes the text.
    throw new JsonMismatchError('The text is not JSON', []);
  }
}

/**
 * Parses a text as JSON, and checks the value by a schema. Only this file calls `JSON.parse`, so that no value is used unchecked.
 * @throws JsonMismatchError for a text that is not JSON, and for JSON that does not match the schema
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(parseJsonWithoutSchema(text));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const faultTexts = parsed.error.issues
    .slice(0, MAX_NAMED_FAULTS)
    .map(({ code }, index) => `${faults[index]?.path}: ${code}`);
  throw new JsonMismatchError(`The JSON is not as expected (${faultTexts.join('; ')})`, faults);
}

/** Parses a text as `parseJson` does. @returns undefined where `parseJson` throws JsonMismatchError */
export function parseJsonIfValid<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return parseJson(schema, text);
  } catch (error) {
    if (error instanceof JsonMismatchError) return undefined;
    throw error;
  }
}
