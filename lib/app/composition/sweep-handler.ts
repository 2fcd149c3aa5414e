import type { Context } from 'aws-lambda';
import type { UnitRecord } from '#kernel/shared/unit-record.ts';
import { endOfRun, runSweep, type SweepReport } from '#platform/recovery/run-sweep.ts';
import type { Sweep } from '#platform/recovery/sweep.ts';
import { log } from './log.ts';
import { services } from './services.ts';
import { writeRecord } from './write-record.ts';

/** Log record of a run. @param duration in milliseconds */
export function recordOfSweep(report: SweepReport, duration: number): UnitRecord {
  const { duty, taken, overtaken, failed, unreadable, is_done } = report;
  return {
    message: 'sweep',
    dimensions: [{ duty }],
    metrics: {
      SweeperFindings: taken,
      SweeperFailures: failed + unreadable,
      SweepsUnfinished: is_done ? 0 : 1,
      SweepDuration: duration,
    },
    details: { overtaken, failed, unreadable, is_done },
  };
}

type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

/** One run of a sweep, with what it writes into the log. @param share of the time that is left, from 0 to 1 */
async function sweep<Entry>(duty: Sweep<Entry>, context: Remaining, share: number): Promise<SweepReport> {
  const { sweepCursors: cursors, clock } = services();
  const begun = clock().getTime();
  const end = endOfRun(clock(), context.getRemainingTimeInMillis() * share);
  const report = await runSweep(duty, { cursors, clock, log }, end);
  writeRecord(recordOfSweep(report, clock().getTime() - begun));
  return report;
}

/**
 * The handler of a scheduled function that looks after one sweep, or after two: the first has half of the time then, and the other
 * what is left.
 * @param sweepOf is called at each run
 * @returns a handler that answers the report of the first sweep
 */
export const sweepHandler =
  <Entry, Other = never>(sweepOf: () => Sweep<Entry>, otherOf?: () => Sweep<Other>) =>
  async (_event: unknown, context: Remaining): Promise<SweepReport> => {
    // Nothing of another version is swept.
    await services().checkTableFormat();
    const report = await sweep(sweepOf(), context, otherOf ? 1 / 2 : 1);
    if (otherOf) await sweep(otherOf(), context, 1);
    return report;
  };
