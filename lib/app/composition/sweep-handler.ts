import type { Context } from 'aws-lambda';
import type { WorkLogRecord } from '#kernel/shared/work-log-record.ts';
import type { RecoverySweep } from '#platform/recovery/recovery-sweep.ts';
import { endTimeOfSweepRun, runSweep, type SweepReport } from '#platform/recovery/run-sweep.ts';
import { log } from './log.ts';
import { sharedServices } from './services.ts';
import { writeMetricRecord } from './write-record.ts';

/** The log record of a sweep, with its metrics. @param durationMs in milliseconds */
export function sweepLogRecord(report: SweepReport, durationMs: number): WorkLogRecord {
  const { duty, taken, overtaken, failed, unreadable, is_done } = report;
  return {
    message: 'sweep',
    dimensions: [{ duty }],
    metrics: {
      SweeperFindings: taken,
      SweeperFailures: failed + unreadable,
      SweepsUnfinished: is_done ? 0 : 1,
      SweepDuration: durationMs,
    },
    details: { overtaken, failed, unreadable, is_done },
  };
}

type TimeLimitedContext = Pick<Context, 'getRemainingTimeInMillis'>;

/** Runs a sweep and logs its record. @param share part of the remaining time of the invocation that it may use, from 0 to 1 */
async function runAndLogSweep<Entry>(
  duty: RecoverySweep<Entry>,
  context: TimeLimitedContext,
  share: number,
): Promise<SweepReport> {
  const { sweepCursors: cursors, clock } = sharedServices();
  const startedAt = clock().getTime();
  const end = endTimeOfSweepRun(clock(), context.getRemainingTimeInMillis() * share);
  const report = await runSweep(duty, { cursors, clock, log }, end);
  writeMetricRecord(sweepLogRecord(report, clock().getTime() - startedAt));
  return report;
}

/**
 * The handler of a scheduled function that runs one sweep, or two. If there are two, the first may use half of the time, and the
 * second the rest.
 * @param sweepOf makes the sweep; called at each run
 * @param secondSweepOf makes the second sweep, if there are two
 * @returns a handler that answers the report of the first sweep
 */
export const createSweepHandler =
  <Entry, Other = never>(sweepOf: () => RecoverySweep<Entry>, secondSweepOf?: () => RecoverySweep<Other>) =>
  async (_event: unknown, context: TimeLimitedContext): Promise<SweepReport> => {
    // A table in the format of another version is not swept.
    await sharedServices().checkTableFormat();
    const report = await runAndLogSweep(sweepOf(), context, secondSweepOf ? 1 / 2 : 1);
    if (secondSweepOf) await runAndLogSweep(secondSweepOf(), context, 1);
    return report;
  };
