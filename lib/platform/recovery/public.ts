/** The part of this package that the rest of the service may use. */
export {
  DUE_INDEX_SHARDS,
  type DuePage,
  type DuePageRequest,
  type ListDueEntries,
  type Sweep,
  type SweepCursor,
  type SweepCursorStore,
} from './sweep.ts';
