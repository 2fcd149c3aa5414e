import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  faultsOfThrottled,
  renderThrottled,
  startThrottledService,
  type ThrottledService,
} from '#test/support/chaos/throttled-renders.ts';
import { isWhole } from '#test/support/depth.ts';

const RENDERS = isWhole ? 2 : 1;
const SHARE = 0.2;

let service: ThrottledService;
beforeAll(async () => {
  service = await startThrottledService();
});
afterAll(() => service?.stop());

describe('renders of which every fifth call to the table, the queues and the bucket', () => {
  it.each([
    ['is throttled', 'throttled', 3],
    ['takes effect, but is not answered', 'lost', 4],
  ] as const)(
    '%s complete, at the first attempt, with one event each',
    async (_, mode, seed) => {
      const wanted = { renders: RENDERS, mode, share: SHARE, seed, patience: 150 };
      const outcome = await renderThrottled(service, wanted);
      expect(faultsOfThrottled(wanted, outcome), JSON.stringify(outcome)).toEqual([]);
    },
    300_000,
  );
});
