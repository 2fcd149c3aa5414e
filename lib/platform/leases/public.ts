/** The part of this package that the rest of the service may use. */
export {
  type AttemptLimits,
  isWorkAbandoned,
  MAX_HAND_BACKS,
  MAX_WORK_FAILURES,
  nextSweeperCheck,
  sweeperCheckAfterLease,
  sweepWorkDecision,
} from './lease-rules.ts';
export { type LeasedItem, leasedItemFields } from './leased-item.ts';
export {
  HandedBackError,
  POSTPONEMENT_REASONS,
  type Postponements,
  timesPostponed,
  WaitingForWorkError,
} from './postponements.ts';
export { type LeaseClaim, type LeaseDeps, type LeasedWork, type ReceivedMessage, runLeased } from './run-leased.ts';
