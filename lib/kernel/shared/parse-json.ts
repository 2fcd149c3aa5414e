import type { z } from 'zod';

/** A fault of parsed JSON: its path, and a message. */
export interface JsonFault {
  path: string;
  message: string;
}

/** A text is not JSON, or its JSON does not match the schema. The message quotes nothing of the text, which may be a client's. */
export class JsonMismatch extends Error {
  override name = 'JsonMismatch';
  /** Empty for a text that is not JSON. */
  readonly faults: readonly JsonFault[];

  constructor(message: string, faults: readonly JsonFault[]) {
    super(message);
    this.faults = faults;
  }
}

/** Most faults that the message names. */
const NAMED_FAULTS = 5;

/** Parses a text without a schema, for callers that pass the value on or check it themselves. @throws JsonMismatch for a text that is not JSON */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error is not passed on, because its message quotes the text.
    throw new JsonMismatch('The text is not JSON', []);
  }
}

/**
 * Parses a text by a schema. No other file of the service calls `JSON.parse`, so that no value is used unchecked.
 * @throws JsonMismatch
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(jsonValue(text));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const named = parsed.error.issues.slice(0, NAMED_FAULTS).map(({ code }, place) => `${faults[place]?.path}: ${code}`);
  throw new JsonMismatch(`The JSON is not as expected (${named.join('; ')})`, faults);
}

/** Parses a text by a schema. @returns undefined where `parseJson` throws JsonMismatch */
export function parseJsonIf<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return parseJson(schema, text);
  } catch (error) {
    if (error instanceof JsonMismatch) return undefined;
    throw error;
  }
}
