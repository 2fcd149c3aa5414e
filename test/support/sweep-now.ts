import { addSeconds, type Clock } from '#kernel/shared/clock.ts';
import type { RecoverySweep, SweepCursorStore } from '#platform/recovery/recovery-sweep.ts';
import { runSweep, SWEEP_RUN_SECONDS, type SweepReport } from '#platform/recovery/run-sweep.ts';
import { memorySweepCursors } from './fakes/sweep-cursors.ts';

export interface SweepNowOptions {
  clock: Clock;
  cursors?: SweepCursorStore;
  /** An entry could not be swept. Absent: fails the test. */
  onError?: (details: Record<string, unknown>) => void;
  /** An entry could not be read. Absent: fails the test. */
  onUnreadable?: (key: string) => void;
}

/** One run of a sweep, as its function makes it. */
export async function sweepNow<Entry>(
  duty: RecoverySweep<Entry>,
  { clock, cursors = memorySweepCursors(), onError, onUnreadable }: SweepNowOptions,
): Promise<SweepReport> {
  const unexpected: unknown[] = [];
  const log = {
    error(message: string, details: Record<string, unknown> = {}): void {
      if (message === 'item not readable' && onUnreadable) onUnreadable(String(details.key));
      else if (message === 'not swept' && onError) onError(details);
      else unexpected.push(details.error);
    },
  };
  const report = await runSweep(duty, { cursors, clock, log }, addSeconds(clock(), SWEEP_RUN_SECONDS));
  if (unexpected.length > 0) throw unexpected[0];
  return report;
}
