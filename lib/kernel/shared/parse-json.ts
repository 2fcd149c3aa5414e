import type { z } from 'zod';

/** One fault of parsed JSON: the path in it, and what is wrong there. */
export interface JsonFault {
  path: string;
  message: string;
}

/** A text is no JSON, or its JSON is not what was expected. The message quotes nothing of the text, which may be a client's. */
export class JsonMismatch extends Error {
  override name = 'JsonMismatch';
  /** Empty for a text that is no JSON. */
  readonly faults: readonly JsonFault[];

  constructor(message: string, faults: readonly JsonFault[]) {
    super(message);
    this.faults = faults;
  }
}

/** Faults that the message names. */
const NAMED_FAULTS = 5;

/** Parses a text whose value is passed on, or is judged by its reader. @throws JsonMismatch for a text that is no JSON */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Its message quotes the text.
    throw new JsonMismatch('The text is no JSON', []);
  }
}

/**
 * Parses a text by a schema. This file is the only place of the service that parses JSON, so that nothing of it is used unchecked.
 * @throws JsonMismatch
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(jsonValue(text));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const named = parsed.error.issues.slice(0, NAMED_FAULTS).map(({ code }, place) => `${faults[place]?.path}: ${code}`);
  throw new JsonMismatch(`The JSON is not as expected (${named.join('; ')})`, faults);
}

/** The same for texts that may be anything. @returns undefined where `parseJson` throws */
export function parseJsonIf<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return parseJson(schema, text);
  } catch (error) {
    if (error instanceof JsonMismatch) return undefined;
    throw error;
  }
}
