/**
 * The JSON in a text; undefined for any other text. This client has no dependencies, so what it reads is unknown until it is
 * narrowed by hand.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
