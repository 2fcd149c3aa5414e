import type { Context } from 'aws-lambda';
import type { Duty } from '../recovery/duty.ts';
import { endOfRun, runDuty, type SweepReport } from '../recovery/run-duty.ts';
import type { UnitRecord } from '../shared/unit-record.ts';
import { log } from './log.ts';
import { services } from './services.ts';
import { writeRecord } from './write-record.ts';

/** What the log tells of a run. @param duration in milliseconds */
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

/**
 * The handler of a scheduled function that looks after one duty.
 * @param dutyOf is called at each run
 */
export const sweepHandler =
  <Entry>(dutyOf: () => Duty<Entry>) =>
  async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SweepReport> => {
    const { checkTableFormat, sweepCursors: cursors, clock } = services();
    // Nothing of another version is swept.
    await checkTableFormat();
    const begun = clock().getTime();
    const report = await runDuty(
      dutyOf(),
      { cursors, clock, log },
      endOfRun(clock(), context.getRemainingTimeInMillis()),
    );
    writeRecord(recordOfSweep(report, clock().getTime() - begun));
    return report;
  };
