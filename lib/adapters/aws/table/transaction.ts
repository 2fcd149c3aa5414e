import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

/** One write, or one check, of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part of a transaction: one item, or several (perhaps none) that mean the same when their conditions fail. */
export type TransactPart = TransactItem | readonly TransactItem[];

/** The parts of a transaction by their names. They are written in this order. */
export type Transaction<Name extends string = string> = Readonly<Record<Name, TransactPart>>;

/** In a table of refusals: another writer was first, so the caller reads and decides again (`WriteConflict`). */
export const CONFLICT: unique symbol = Symbol('conflict');

/**
 * The meaning of each part of a transaction whose condition failed, in order of precedence: of several that failed, the one
 * that stands first in the table decides. Every part has to be named, so that a new part is not forgotten.
 */
export type Refusals<Name extends string, Reason extends string> = Readonly<Record<Name, Reason | typeof CONFLICT>>;

/** The items of a part. */
const itemsIn = (part: TransactPart): readonly TransactItem[] => [part].flat();

/** The items of a transaction, each with the name of its part, in the order they are written. */
export const namedItems = <Name extends string>(parts: Transaction<Name>): { name: Name; item: TransactItem }[] =>
  (Object.entries(parts) as [Name, TransactPart][]).flatMap(([name, part]) =>
    itemsIn(part).map((item) => ({ name, item })),
  );

/** The number of items of a transaction; it may have `TRANSACTION_ITEMS`. */
export const countItems = (parts: Transaction): number => namedItems(parts).length;

/** The refusal that failed parts mean; undefined for a conflict. */
export function firstRefusal<Name extends string, Reason extends string>(
  failed: ReadonlySet<Name>,
  refusals: Refusals<Name, Reason>,
): Reason | undefined {
  for (const [name, meaning] of Object.entries<Reason | typeof CONFLICT>(refusals))
    if (failed.has(name as Name)) return typeof meaning === 'symbol' ? undefined : meaning;
  return undefined;
}
