import type { Context } from 'aws-lambda';
import type { Duty } from '../recovery/duty.ts';
import { endOfRun, runDuty, type SweepReport } from '../recovery/run-duty.ts';
import { log } from './log.ts';
import { services } from './services.ts';

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
    const report = await runDuty(
      dutyOf(),
      { cursors, clock, log },
      endOfRun(clock(), context.getRemainingTimeInMillis()),
    );
    log.info('sweep ended', { ...report });
    return report;
  };
