import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '#kernel/shared/errors.ts';
import { type IdKind, idPatternOf } from '#kernel/shared/ids.ts';

/** The range and the default of the number of items on a page of a list. */
export const LIST_PAGE_LIMIT_RANGE = { min: 1, max: 100, default: 20 } as const;

/** Returns a query parameter as a number if it has decimal digits only; other notations of JavaScript (`1e1`, `0x1`, ` 1`) stay texts. */
const fromQuery = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Schema of a cursor, opaque to clients. Only `decodeCursor` checks it, so that every invalid cursor gets the error `invalid_cursor`. */
export const cursorTextSchema = z.string();

/** Query parameters of every list. */
export const pageQueryShape = {
  limit: z
    .preprocess(fromQuery, z.int().min(LIST_PAGE_LIMIT_RANGE.min).max(LIST_PAGE_LIMIT_RANGE.max))
    .default(LIST_PAGE_LIMIT_RANGE.default),
  cursor: cursorTextSchema.optional(),
};

/** Query parameters of a list that can be filtered by the times at which its entries were created. */
export const creationTimeQueryShape = {
  created_after: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
};

/** A range of creation times, RFC 3339; both ends are exclusive. Absent: unbounded. */
export interface CreationTimeFilter {
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** A filter as a part of the scope of a cursor, which is valid only with the filter for which it was made. */
export const cursorScopeNameOfFilter = (filter: object): string => JSON.stringify(Object.entries(filter).toSorted());

/** One page of a repository. */
export interface RepositoryPage<Item> {
  items: Item[];
  /** Position after which the next page starts; undefined: this is the last page. */
  next: string | undefined;
}

/** The page that is requested from a repository. */
export interface RepositoryPageRequest {
  limit: number;
  /** Position after which the page starts; undefined: at the start of the list. */
  after: string | undefined;
}

/** Schema of the answer of a list. Its component in the API description is named after the item: `RenderList`. */
export function listAnswerSchemaOf<Item extends z.ZodType>(item: Item) {
  const list = z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });
  const name = item.meta()?.id;
  return name === undefined ? list : list.meta({ id: `${name}List` });
}

const listScopeSchema = z.string().brand<'ListScope'>();
/** A keyed hash of the account, the list and the filters to which a cursor is bound. */
export type CursorScope = z.output<typeof listScopeSchema>;

/**
 * The scope of a list.
 * @param secret known to all functions and to no client
 * @param name the account, the list and its filters
 */
export const cursorScopeOf = (secret: string, name: string): CursorScope =>
  listScopeSchema.parse(createHmac('sha256', secret).update(name).digest('base64url'));

/** Schema of the positions of a list. */
export type CursorPositionSchema = z.ZodType<string>;

/** Positions of a list that are the ids of its items. */
export const idPositionSchemaOf = (kind: IdKind): CursorPositionSchema => z.string().regex(idPatternOf(kind));

/** Positions of a list that are the names of its items (a voice may have any), or keys of the table. */
export const nameCursorPositionSchema: CursorPositionSchema = z.string().regex(/^\P{Cc}{1,500}$/u);

/** Schema of the positions in the cursors of a list that are the indexes of its items, from 0. */
export const indexCursorPositionSchema: CursorPositionSchema = z.string().regex(/^\d{1,6}$/);

// The position is not secret. The tag (an HMAC) binds the cursor to one account and to one list with its filters. So a cursor that was
// changed, invented or taken from another list is refused, and does not give a wrong page.
/** Length of the truncated HMAC-SHA-256 at the start of a cursor. */
const TAG_BYTES = 12;
const tagOf = (position: string, scope: CursorScope): Buffer =>
  createHmac('sha256', `cursor:${scope}`).update(position).digest().subarray(0, TAG_BYTES);

/** Returns the cursor of a position in a list. */
export function encodeCursor(position: string, scope: CursorScope): string {
  return Buffer.concat([tagOf(position, scope), Buffer.from(position)]).toString('base64url');
}

/**
 * Returns the position in a cursor; undefined without a cursor: the list starts at its first item.
 * @param cursor undefined if the client sent none
 * @param param the parameter that the error names
 * @throws ServiceError `invalid_cursor` for any text that `encodeCursor` did not make for this scope
 */
export function decodeCursor(
  cursor: string | undefined,
  scope: CursorScope,
  positionSchema: CursorPositionSchema,
  param = 'query.cursor',
): string | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(TAG_BYTES).toString();
  const isCanonical = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor;
  const isAuthentic = isCanonical && timingSafeEqual(bytes.subarray(0, TAG_BYTES), tagOf(position, scope));
  if (!isAuthentic || !positionSchema.safeParse(position).success)
    throw new ServiceError(
      'invalid_cursor',
      'This cursor does not belong to this list. Send next_cursor of the previous page with the same filters, or no cursor.',
      { param },
    );
  return position;
}

/** Returns the answer of a list operation. @param toAnswerItem converts an item to its form in answers */
export function listAnswerOfPage<Item, AnswerItem>(
  page: RepositoryPage<Item>,
  scope: CursorScope,
  toAnswerItem: (item: Item) => AnswerItem,
) {
  return {
    data: page.items.map(toAnswerItem),
    has_more: page.next !== undefined,
    next_cursor: page.next === undefined ? null : encodeCursor(page.next, scope),
  };
}
