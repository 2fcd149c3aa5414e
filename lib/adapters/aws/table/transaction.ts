import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

/** One write, or one condition check, of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part of a transaction: one item, or a list of items (perhaps empty) whose failed conditions have the same meaning. */
export type TransactPart = TransactItem | readonly TransactItem[];

/** The parts of a transaction by their names. They are written in this order. */
export type Transaction<Name extends string = string> = Readonly<Record<Name, TransactPart>>;

/**
 * In `TransactionRefusalMeanings`: the failed condition means that another writer was first, so the caller must read and decide again
 * (`WriteConflictError`).
 */
export const REFUSED_BY_CONFLICT: unique symbol = Symbol('conflict');

/**
 * The meaning of a failed condition of each part of a transaction, in order of precedence: when several fail, the first of them in this
 * object decides. The type requires every part, so that none is forgotten.
 */
export type TransactionRefusalMeanings<Name extends string, Reason extends string> = Readonly<
  Record<Name, Reason | typeof REFUSED_BY_CONFLICT>
>;

/** The items of a part. */
const itemsIn = (part: TransactPart): readonly TransactItem[] => [part].flat();

/** The items of a transaction in their order, each with the name of its part. */
export const namedTransactItems = <Name extends string>(
  parts: Transaction<Name>,
): { name: Name; item: TransactItem }[] =>
  (Object.entries(parts) as [Name, TransactPart][]).flatMap(([name, part]) =>
    itemsIn(part).map((item) => ({ name, item })),
  );

/** The number of items of a transaction, of which `MAX_TRANSACTION_ITEMS` are allowed. */
export const countTransactItems = (parts: Transaction): number => namedTransactItems(parts).length;

/**
 * The reason why a transaction was refused: the meaning of the first part in `refusals` that is among the failed parts; undefined if that
 * meaning is a conflict, or if no part failed.
 */
export function refusalReasonOfFailedParts<Name extends string, Reason extends string>(
  failedParts: ReadonlySet<Name>,
  refusals: TransactionRefusalMeanings<Name, Reason>,
): Reason | undefined {
  for (const [name, meaning] of Object.entries<Reason | typeof REFUSED_BY_CONFLICT>(refusals))
    if (failedParts.has(name as Name)) return typeof meaning === 'symbol' ? undefined : meaning;
  return undefined;
}
