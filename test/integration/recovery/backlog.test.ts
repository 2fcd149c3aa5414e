import { expect, it } from 'vitest';
import { faultsOfBacklog, raiseBacklog, SWEEP_LIMITS } from '#test/support/chaos/raise-backlog.ts';
import { isWhole } from '#test/support/depth.ts';

// `npm run chaos -- backlog` is the same with 40,000, and measures the time, too, which is how busy the machine is with other work.
it.runIf(isWhole)(
  'a backlog of narration delays no delivery, event or render, and each sweep keeps to its memory',
  async () => {
    const outcome = await raiseBacklog({ narrations: 400, rounds: 1 });
    expect(faultsOfBacklog(outcome, { ...SWEEP_LIMITS, seconds: Number.POSITIVE_INFINITY })).toEqual([]);
    expect(outcome.narrations).toBeGreaterThan(0);
    expect(outcome.others[0]).toEqual({ deliveries: true, events: true, renders: true });
  },
);
