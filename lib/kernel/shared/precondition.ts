import { ServiceError } from './errors.ts';

/** The entity tags of a header. Strong tags are also listed separately, because `if-match` compares only strong tags. */
interface TagList {
  /** True for `*`, which matches every tag. */
  any: boolean;
  /** Opaque parts of the strong tags. */
  strong: readonly string[];
  /** Opaque parts of all tags, weak ones included. */
  all: readonly string[];
}

/** The conditions of a request (RFC 9110, 13.1); absent: none. */
export interface Precondition {
  /** `if-match`. */
  match?: TagList | undefined;
  /** `if-none-match`. */
  noneMatch?: TagList | undefined;
}

/** Reports whether a request has a condition. */
export const hasPrecondition = ({ match, noneMatch }: Precondition): boolean =>
  match !== undefined || noneMatch !== undefined;

/** Entity tag: `W/` before a weak one, then the opaque part in quotes. */
const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
/** Splits a list at its commas, but not at those within quotes. */
const LIST_MEMBERS = /(?:[^",]|"[^"]*")+/g;

/** Parses the tags of a header. @returns undefined when the header is not a list of tags */
export function parseEntityTags(header: string): TagList | undefined {
  if (header.trim() === '*') return { any: true, strong: [], all: [] };
  const members = (header.match(LIST_MEMBERS) ?? []).map((member) => member.trim()).filter((member) => member !== '');
  const tags = members.map((member) => ENTITY_TAG.exec(member));
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
 * The part of a tag that identifies the state that clients have written. The part after the full stop identifies the rest of an answer
 * (narration that became ready, new links), which does not prevent a change.
 */
const writtenPart = (opaque: string): string => opaque.split('.', 1)[0] ?? '';

/**
 * Refuses a change that was made for another state than the present one. The caller checks it in the same attempt as its write, which is
 * conditional on the state that was read, so that no other change can occur between the check and the write.
 * @param currentTags the written parts of the tags of the present state: of the resource, and of the resources that contain it
 * @throws ServiceError `precondition_failed`
 */
export function checkPrecondition({ match, noneMatch }: Precondition, currentTags: readonly string[]): void {
  const isCurrent = (opaque: string): boolean => currentTags.includes(writtenPart(opaque));
  if (match && !match.any && !match.strong.some(isCurrent))
    throw new ServiceError(
      'precondition_failed',
      'The resource has changed since you got the tag in `if-match`. Read it again, repeat the change, and send its new `etag`.',
      { param: 'if-match' },
    );
  if (noneMatch && (noneMatch.any || noneMatch.all.some(isCurrent)))
    throw new ServiceError(
      'precondition_failed',
      'The resource already matches a tag in `if-none-match`. Send the change without `if-none-match`, or with `if-match`.',
      { param: 'if-none-match' },
    );
}

/** Reports whether a client has this answer already: `if-none-match` contains its tag (RFC 9110, 13.1.2). */
export const isAnswerCachedByClient = ({ noneMatch }: Precondition, opaque: string): boolean =>
  noneMatch !== undefined && (noneMatch.any || noneMatch.all.includes(opaque));

/** The state that a client expects of the resource that it changes; absent: any. */
export interface ExpectedResourceState {
  /** The `version` of the body. */
  version?: number | undefined;
  precondition?: Precondition | undefined;
}

/**
 * A tag in the form of an answer's field and of `if-match`: in quotation marks.
 * @param writtenState the part that identifies the state that clients have written
 */
export const quotedEntityTag = (writtenState: string): string => `"${writtenState}"`;
