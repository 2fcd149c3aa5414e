/** The part of this package that the rest of the service may use. */
export {
  DUE_INDEX_SHARD_COUNT,
  type DueEntriesPage,
  type DueEntriesPageRequest,
  type ListDueEntries,
  type RecoverySweep,
  type SweepCursor,
  type SweepCursorStore,
} from './recovery-sweep.ts';
