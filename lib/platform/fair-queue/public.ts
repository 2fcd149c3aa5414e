/** The part of this package that the rest of the service may use. */
export type { FairQueueDeps } from './enqueue.ts';
export type { FairQueueStore, TicketAdmission } from './ports.ts';
export { fairQueueSweep } from './sweep-fair-queues.ts';
export {
  type AccountQueue,
  isSlotTakenByWorker,
  POOL_NAMES,
  type PoolName,
  type PoolShares,
  type Ticket,
  type TicketSlot,
  type TicketWorkState,
} from './ticket.ts';
