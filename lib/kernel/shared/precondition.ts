import { ServiceError } from './errors.ts';

/** Tags that a header names: any (`*`), or these. Weak tags are kept apart: they never allow a change. */
interface TagList {
  any: boolean;
  /** Opaque parts of the strong tags. */
  strong: readonly string[];
  /** Opaque parts of all tags, weak ones included. */
  all: readonly string[];
}

/** The conditions under which a client wants its request done (RFC 9110, 13.1); absent: none. */
export interface Precondition {
  /** `if-match`. */
  match?: TagList | undefined;
  /** `if-none-match`. */
  noneMatch?: TagList | undefined;
}

/** Reports whether there is a condition for a change. */
export const isConditional = ({ match, noneMatch }: Precondition): boolean =>
  match !== undefined || noneMatch !== undefined;

/** Entity tag: `W/` before a weak one, then the opaque part in quotes. */
const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
/** Splits a list at its commas, but not at those within quotes. */
const MEMBERS = /(?:[^",]|"[^"]*")+/g;

/** The tags of a header. @returns undefined when the header is no list of tags */
export function parseTags(header: string): TagList | undefined {
  if (header.trim() === '*') return { any: true, strong: [], all: [] };
  const members = (header.match(MEMBERS) ?? []).map((member) => member.trim()).filter((member) => member !== '');
  const tags = members.map((member) => TAG.exec(member));
  if (tags.length === 0) return undefined;
  const strong: string[] = [];
  const all: string[] = [];
  for (const tag of tags) {
    if (!tag) return undefined;
    const [, weak, opaque = ''] = tag;
    all.push(opaque);
    if (weak === undefined) strong.push(opaque);
  }
  return { any: false, strong, all };
}

/**
 * The part of a tag that names what clients have written. What follows the full stop names the rest of an answer (narration that
 * became ready, new links), which prevents no change.
 */
const writtenPart = (opaque: string): string => opaque.split('.', 1)[0] ?? '';

/**
 * Refuses a change that its client made for another state than the present one. The caller checks inside of the attempt whose write
 * is conditional on the state that it has read, so no other change can come between the check and the write.
 * @param current the written parts of the tags that the present state has: its own, and those of what contains it
 * @throws ServiceError `precondition_failed`
 */
export function checkPrecondition({ match, noneMatch }: Precondition, current: readonly string[]): void {
  const has = (opaque: string): boolean => current.includes(writtenPart(opaque));
  if (match && !match.any && !match.strong.some(has))
    throw new ServiceError(
      'precondition_failed',
      'This has changed since the tag in `if-match` was given. Read it again, repeat the change, and send its new `etag`.',
      { param: 'if-match' },
    );
  if (noneMatch && (noneMatch.any || noneMatch.all.some(has)))
    throw new ServiceError(
      'precondition_failed',
      'The resource is as a tag in `if-none-match` names it. Send the change without `if-none-match`, or with `if-match`.',
      { param: 'if-none-match' },
    );
}

/** Reports whether a client has just this answer already: one of the tags in `if-none-match` is its tag (RFC 9110, 13.1.2). */
export const isUnchanged = ({ noneMatch }: Precondition, opaque: string): boolean =>
  noneMatch !== undefined && (noneMatch.any || noneMatch.all.includes(opaque));

/** State that a client expects of the resource that it changes; absent: none. */
export interface Expected {
  /** The `version` of the body. */
  version?: number | undefined;
  precondition?: Precondition | undefined;
}

/** A tag as a field of an answer shows it, and as `if-match` takes it. @param written the part that names what clients have written */
export const quotedTag = (written: string): string => `"${written}"`;
