import { expect, it } from 'vitest';
import { faultsOfBacklog, raiseBacklog } from '../../support/chaos/raise-backlog.ts';

// `npm run chaos -- backlog` is the same with 40,000.
it('a backlog of narration delays no delivery, event or render, and each sweep keeps to its time and memory', async () => {
  const outcome = await raiseBacklog({ narrations: 1000, rounds: 1 });
  expect(faultsOfBacklog(outcome)).toEqual([]);
  expect(outcome.narrations).toBeGreaterThan(200);
  expect(outcome.others[0]).toEqual({ deliveries: true, events: true, renders: true });
});
