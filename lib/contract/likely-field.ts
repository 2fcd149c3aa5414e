import { closestMatch } from 'leven';

/** A longer name is not a typo. In characters. */
const MAX_LENGTH = 40;

/** One in three characters may be wrong; two neighbours that changed places count as two. */
const mistakesAllowed = ({ length }: string): number => (length < 5 ? 1 : Math.max(2, Math.floor(length / 3)));

const within = (name: string, fields: readonly string[], maxDistance: number): string | undefined =>
  closestMatch(name, fields, { maxDistance });

/** The field of which a name is the first or the last word. */
const cutShort = (name: string, fields: readonly string[]): string | undefined =>
  name.length > 2 ? fields.find((field) => field.startsWith(`${name}_`) || field.endsWith(`_${name}`)) : undefined;

/**
 * The field that an unknown name probably means: spelled with capitals (`bulletPoints`), with a typo (`titel`), or cut short
 * (`notes`); undefined when none is likely.
 */
export function likelyField(name: string, fields: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = name
    .replace(/(?<=[a-z0-9])[A-Z]/g, '_$&')
    .replace(/[\s-]/g, '_')
    .toLowerCase();
  return within(plain, fields, 1) ?? cutShort(plain, fields) ?? within(plain, fields, mistakesAllowed(plain));
}
