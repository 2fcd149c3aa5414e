/** The part of this package that the rest of the service may use. */
export type { FairQueueDeps } from './enqueue.ts';
export {
  type AccountPoolLimits,
  type AccountQueue,
  type FairQueueSlot,
  type FairQueueTicket,
  isSlotTakenByWorker,
  POOL_NAMES,
  type PoolName,
  type TicketWorkState,
} from './fair-queue-ticket.ts';
export type { FairQueueStore, TicketAdmission } from './ports.ts';
export { fairQueueSweep } from './sweep-fair-queues.ts';
