/** The part of this package that the rest of the service may use. */
export {
  type AttemptLimits,
  isWorkAbandoned,
  MAX_RETURNS_TO_QUEUE,
  MAX_WORK_FAILURES,
  nextSweeperCheck,
  sweeperCheckAfterLease,
  sweepWorkDecision,
} from './lease-rules.ts';
export { type LeasedItem, leasedItemFields } from './leased-item.ts';
export {
  HandedBackError,
  POSTPONEMENT_REASONS,
  type PostponementCounts,
  timesPostponed,
  WaitingForOtherWorkError,
} from './postponement-counts.ts';
export {
  type LeaseClaim,
  type LeaseDeps,
  type LeasedWork,
  type ReceivedMessage,
  runLeasedWork,
} from './run-leased-work.ts';
