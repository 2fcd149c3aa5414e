import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransactItem } from './table.ts';

/** A conditional write that goes into the same transaction as the next write of a unit of work, whatever that writes. */
export interface Rider {
  item: TransactItem;
  /** It is committed, together with the write it rode with. */
  committed(): void;
  /** Its condition did not hold, so nothing was written: what to throw. Not a `WriteConflict`, trying again would not help. */
  refused(): Error;
}

interface UnitOfWork {
  admitted: Promise<void>;
  rider?: Rider | undefined;
}

const current = new AsyncLocalStorage<UnitOfWork>();

/**
 * What one request adds to every access to the table that is made for it. It travels with the asynchronous call, so
 * that no use case and no repository has to hand it on.
 */
export const unitOfWork = {
  /**
   * @param admitted rejects when the request is refused (rate limit). Reads start before it is known, so that counting a
   * request costs no round trip of its own; but no read answers and no write starts until it has resolved.
   */
  run: <T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T> => current.run({ admitted }, work),

  /** Takes the place of a rider that has not been committed yet. @throws outside of a unit of work. */
  board(rider: Rider): void {
    const unit = current.getStore();
    if (!unit) throw new Error('there is no unit of work to ride with');
    unit.rider = rider;
  },

  /** Resolves at once outside of a unit of work. */
  admitted: async (): Promise<void> => current.getStore()?.admitted,

  rider: (): Rider | undefined => current.getStore()?.rider,

  /** A write took the rider along: the ones after it do not. */
  arrived(rider: Rider): void {
    const unit = current.getStore();
    if (unit?.rider === rider) unit.rider = undefined;
    rider.committed();
  },
} as const;
