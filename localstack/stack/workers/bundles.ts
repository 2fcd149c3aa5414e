import type { InvokeFunction, WaitForEventCapacity } from '../events/types.ts';
import { InvocationError } from './worker-process.ts';

/** The bundles of the functions that workers run. A first start makes them while the API serves already. */
export interface WorkerBundlesReadiness {
  /** Notes that they are made, or the reason why they cannot be made. A process that replaces a crashed one notes it again. */
  note(failure: string | undefined): void;
  /** Resolves when they are made. @throws InvocationError with the reason if they cannot be made */
  made(): Promise<void>;
  /** Resolves at the first note, or when the signal aborts. */
  noted(signal: AbortSignal): Promise<void>;
}

/** Creates the state of the worker bundles, before it is known whether they can be made. */
export function createWorkerBundlesReadiness(): WorkerBundlesReadiness {
  const firstNote = Promise.withResolvers<void>();
  let reason: string | undefined;
  return {
    note(failure) {
      reason = failure;
      firstNote.resolve();
    },
    async made() {
      await firstNote.promise;
      if (reason !== undefined) throw new InvocationError(`its bundle cannot be made: ${reason}`);
    },
    async noted(signal) {
      if (signal.aborted) return;
      const abortWait = Promise.withResolvers<void>();
      const abort = () => abortWait.resolve();
      signal.addEventListener('abort', abort);
      await Promise.race([firstNote.promise, abortWait.promise]);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** Makes an invoker whose events wait for the bundles, and fail with the reason if they cannot be made. */
export const createInvokerAwaitingBundles =
  (bundles: WorkerBundlesReadiness, invoke: InvokeFunction): InvokeFunction =>
  async (...call) => {
    await bundles.made();
    return invoke(...call);
  };

/** Makes event sources of queues wait for the bundles, so that until then no message leaves its queue. */
export const waitForCapacityWhenBundled =
  (bundles: WorkerBundlesReadiness, whenReady: WaitForEventCapacity): WaitForEventCapacity =>
  async (name, signal) => {
    await bundles.noted(signal);
    return whenReady(name, signal);
  };
