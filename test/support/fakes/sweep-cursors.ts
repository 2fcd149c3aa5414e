import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { SweepCursor, SweepCursorStore } from '#platform/recovery/recovery-sweep.ts';
import { copyStored } from './copy.ts';

/** The cursors of the sweeps in memory, under the same conditions as in the table. */
export function memorySweepCursors(): SweepCursorStore {
  const stored = new Map<string, SweepCursor>();
  const present = (duty: string): SweepCursor => stored.get(duty) ?? { duty, version: 0, positions: {} };
  return {
    load: async (duty) => copyStored(present(duty)),
    async save({ duty, version }, positions) {
      if (present(duty).version !== version) throw new WriteConflictError('another run stored its cursor');
      const next = { duty, version: version + 1, positions: { ...positions } };
      stored.set(duty, next);
      return copyStored(next);
    },
  };
}
