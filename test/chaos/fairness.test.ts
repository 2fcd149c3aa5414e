import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crowdOut } from '../support/chaos/crowd-out.ts';
import { isWhole } from '../support/depth.ts';
import { type OwnService, startService } from '../support/service/start-service.ts';

let service: OwnService | undefined;
beforeAll(async () => {
  if (isWhole) service = await startService();
});
afterAll(() => service?.stop());

describe('an account beside one that has queued far more than it may have at once', () => {
  // `npm run chaos -- fairness` measures how long it takes.
  it.runIf(isWhole)(
    'has its narration and its render made while most of what was queued before them still waits',
    async () => {
      const options = { narrations: 30, renders: 8, characters: 1000, rounds: 1, alone: false };
      if (!service) throw new Error('the service did not start');
      const { left } = await crowdOut(service, options);
      expect(left.narrations).toBeGreaterThan(options.narrations / 2);
      expect(left.renders).toBeGreaterThan(0);
    },
    300_000,
  );
});
