import { expect, it } from 'vitest';
import { sweepLogRecord } from '#app/composition/sweep-handler.ts';

it('a sweep tells what it took up, what it could not, and whether it saw everything', () => {
  const report = { duty: 'renders', taken: 3, overtaken: 2, failed: 1, unreadable: 4, is_done: false };
  expect(sweepLogRecord(report, 1234)).toEqual({
    message: 'sweep',
    dimensions: [{ duty: 'renders' }],
    metrics: { SweeperFindings: 3, SweeperFailures: 5, SweepsUnfinished: 1, SweepDuration: 1234 },
    details: { overtaken: 2, failed: 1, unreadable: 4, is_done: false },
  });
  expect(sweepLogRecord({ ...report, is_done: true }, 1).metrics.SweepsUnfinished).toBe(0);
});
