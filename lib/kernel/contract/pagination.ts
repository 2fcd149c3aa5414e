import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '#kernel/shared/errors.ts';
import { type IdKind, idPattern } from '#kernel/shared/ids.ts';

/** Items on a page of a list. */
export const PAGE_LIMIT = { min: 1, max: 100, default: 20 } as const;

/** A number in a query is its decimal digits; other spellings that JavaScript knows (`1e1`, `0x1`, ` 1`) are not. */
const fromQuery = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Position at which a list continues, opaque to clients. Only `decodeCursor` checks it, so that every foreign cursor gets `invalid_cursor`. */
export const cursorText = z.string();

/** Query parameters of every list. */
export const pageQuery = {
  limit: z.preprocess(fromQuery, z.int().min(PAGE_LIMIT.min).max(PAGE_LIMIT.max)).default(PAGE_LIMIT.default),
  cursor: cursorText.optional(),
};

/** Query parameters of a list that can be narrowed to a time; the times are those at which its entries were made. */
export const createdQuery = {
  created_after: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
};

/** A stretch of time; both ends are left out of it. Absent: open. */
export interface CreatedFilter {
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** A filter as a part of the scope of a cursor: a cursor continues with the filter with which it was made. */
export const filterScope = (filter: object): string => JSON.stringify(Object.entries(filter).toSorted());

/** One page as a repository gives it: `next` is where the following page starts. */
export interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

export interface PageRequest {
  limit: number;
  /** Position after which the page starts; undefined: at the beginning. */
  after: string | undefined;
}

/** The answer of a list. Its component is named for that of the item: `RenderList`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const list = z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });
  const name = item.meta()?.id;
  return name === undefined ? list : list.meta({ id: `${name}List` });
}

const listScope = z.string().brand<'ListScope'>();
/** Account, list and filters that a cursor is bound to, under a secret of the server. */
export type ListScope = z.output<typeof listScope>;

/**
 * The scope of a list.
 * @param secret known to all functions and to no client
 * @param name the account, the list and its filters
 */
export const keyedScope = (secret: string, name: string): ListScope =>
  listScope.parse(createHmac('sha256', secret).update(name).digest('base64url'));

/** Schema of the positions of a list. */
export type Positions = z.ZodType<string>;

/** Positions of a list that are the ids of its items. */
export const idPositions = (kind: IdKind): Positions => z.string().regex(idPattern(kind));

/** Positions of a list that are the names of its items (a voice may have any), or keys of the table. */
export const namePositions: Positions = z.string().regex(/^\P{Cc}{1,500}$/u);

/** Positions of a list that are the places of its items, from 0. */
export const placePositions: Positions = z.string().regex(/^\d{1,6}$/);

// The position is no secret. The tag binds it to one account and one list (with its filters), so that a cursor that was changed or made up, or
// that comes from elsewhere, is refused instead of giving a silently odd page.
const TAG_BYTES = 12;
const tagOf = (position: string, scope: ListScope): Buffer =>
  createHmac('sha256', `cursor:${scope}`).update(position).digest().subarray(0, TAG_BYTES);

/** The cursor of a position in a list. */
export function encodeCursor(position: string, scope: ListScope): string {
  return Buffer.concat([tagOf(position, scope), Buffer.from(position)]).toString('base64url');
}

/**
 * The position that a cursor carries.
 * @param cursor undefined: none was sent, and the list starts at its beginning
 * @param param where the cursor was given
 * @throws ServiceError `invalid_cursor` for anything that `encodeCursor` did not make for this very scope
 */
export function decodeCursor(
  cursor: string | undefined,
  scope: ListScope,
  positions: Positions,
  param = 'query.cursor',
): string | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(TAG_BYTES).toString();
  const canonical = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor;
  const isOurs = canonical && timingSafeEqual(bytes.subarray(0, TAG_BYTES), tagOf(position, scope));
  if (!isOurs || !positions.safeParse(position).success)
    throw new ServiceError(
      'invalid_cursor',
      'This cursor does not belong to this list. Send next_cursor of the previous page with the same filters, or no cursor.',
      { param },
    );
  return position;
}

/** The answer of a list operation. */
export function pageAnswer<Item, Shown>(page: Page<Item>, scope: ListScope, show: (item: Item) => Shown) {
  return {
    data: page.items.map(show),
    has_more: page.next !== undefined,
    next_cursor: page.next === undefined ? null : encodeCursor(page.next, scope),
  };
}
