/**
 * What a use case calls with the thing it makes, just before the write that commits it: the answer about it can then be
 * part of that write. Called again, with another thing, when that write was overtaken and is tried anew.
 */
export type BeforeCommit<Made> = (made: Made) => Promise<void>;

/** For those who have no use for it. */
export const unannounced: BeforeCommit<unknown> = async () => undefined;
