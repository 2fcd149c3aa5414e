/** The part of this package that the rest of the service may use. */
export type { FairQueueDeps } from './enqueue.ts';
export {
  type AccountPoolLimits,
  type AccountQueue,
  doesWorkerTakePoolSlot,
  type FairQueueSlot,
  type FairQueueTicket,
  POOL_NAMES,
  type PoolName,
  type TicketWorkState,
} from './fair-queue-ticket.ts';
export type { AdmittedTickets, FairQueueStore } from './ports.ts';
export { fairQueueSweep } from './sweep-fair-queues.ts';
