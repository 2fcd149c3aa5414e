import { describe, expect, it } from 'vitest';
import { findResultAtLargestSize } from '#engine/video/drawing/text/find-result-at-largest-size.ts';

/** The search among `count` sizes of which those from `from` on fit. @returns what it finds, and the sizes that it attempts */
async function search(count: number, from: number): Promise<{ found: number | undefined; attempts: number[] }> {
  const attempts: number[] = [];
  const sizes = Array.from({ length: count }, (_, at) => 100 - at);
  const found = await findResultAtLargestSize(sizes, async (size) => {
    attempts.push(size);
    return 100 - size >= from ? 100 - size : undefined;
  });
  return { found, attempts };
}

describe('the first size that fits', () => {
  it.each([0, 1, 2, 3, 8, 21])('is found among %i, or none where none fits', async (count) => {
    for (let from = 0; from <= count; from++)
      expect([from, (await search(count, from)).found]).toEqual([from, from < count ? from : undefined]);
  });

  it('takes as many attempts as halvings, none of them twice', async () => {
    for (let from = 0; from <= 21; from++) {
      const { attempts } = await search(21, from);
      expect(attempts.length).toBeLessThanOrEqual(Math.ceil(Math.log2(22)));
      expect(new Set(attempts).size).toBe(attempts.length);
    }
  });

  it('may have a result that is false', async () => {
    expect(await findResultAtLargestSize([2, 1], async () => false)).toBe(false);
  });
});
