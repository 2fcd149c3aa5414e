import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crowdOut } from '#test/support/chaos/crowd-out.ts';
import { isWhole } from '#test/support/depth.ts';
import { type OwnService, startService } from '#test/support/service/start-service.ts';

describe.runIf(isWhole)('an account next to one that has queued far more than it may have at once', () => {
  let service: OwnService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  // `npm run chaos -- fairness` measures how long it takes.
  it('has its narration and its render made while most of what was queued before them still waits', async () => {
    const options = { narrations: 30, renders: 8, characters: 1000, rounds: 1, alone: false };
    const { left } = await crowdOut(service, options);
    expect(left.narrations).toBeGreaterThan(options.narrations / 2);
    expect(left.renders).toBeGreaterThan(0);
  }, 300_000);
});
