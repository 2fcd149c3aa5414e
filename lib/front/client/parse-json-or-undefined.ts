/**
 * The value of a JSON text; undefined for any other text. Its type is unknown, because the client has no dependency with which it could
 * check schemas.
 */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
