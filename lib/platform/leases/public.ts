/** The part of this package that the rest of the service may use. */
export {
  isWorkAbandoned,
  MAX_RETURNS_BY_OTHER_VERSIONS,
  MAX_WORK_FAILURES,
  nextSweeperCheck,
  sweeperCheckAfterLease,
  sweepWorkDecision,
  type WorkAttemptCountLimits,
} from './lease-rules.ts';
export { type LeasedItem, leasedItemFieldSchemas } from './leased-item.ts';
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
  type LeasedWorkHandler,
  type ReceivedMessage,
  runLeasedWork,
} from './run-leased-work.ts';
