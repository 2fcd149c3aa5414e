import { describe, expect, it } from 'vitest';
import { createInMemoryRateCounter } from '#front/api/create-in-memory-rate-counter.ts';

describe('counts of requests in a process', () => {
  it('rise for each account and class separately', async () => {
    const { count } = createInMemoryRateCounter();
    expect(await count('acc_1', 7, ['requests'])).toEqual({ requests: 1 });
    expect(await count('acc_1', 7, ['requests', 'render_creations'])).toEqual({ requests: 2, render_creations: 1 });
    expect(await count('acc_2', 7, ['requests'])).toEqual({ requests: 1 });
  });

  it('start again with each window', async () => {
    const { count } = createInMemoryRateCounter();
    for (let request = 0; request < 3; request++) await count('acc_1', 7, ['requests']);
    expect(await count('acc_1', 8, ['requests'])).toEqual({ requests: 1 });
  });

  it('are those of the moment, so that requests at the same time get different ones', async () => {
    const { count } = createInMemoryRateCounter();
    const counts = await Promise.all(Array.from({ length: 20 }, () => count('acc_1', 7, ['requests'])));
    expect(counts.map(({ requests }) => requests)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});
