import { describe, expect, it } from 'vitest';
import { secondsSinceFirstClaim, secondsUntilNextMediaCheck } from '#features/renders/media-check-pause.ts';

/** The seconds after the first check at which the others take place. */
function checkTimes(until: number): number[] {
  const times: number[] = [];
  for (let at = secondsUntilNextMediaCheck(0); at <= until; at += secondsUntilNextMediaCheck(at)) times.push(at);
  return times;
}

describe('a render that waits for media', () => {
  it('notices them at most a second, or a tenth of the wait, too late', () => {
    for (let readyAt = 0.5; readyAt < 280; readyAt += 0.5) {
      const noticedAt = checkTimes(400).find((at) => at >= readyAt) ?? Number.POSITIVE_INFINITY;
      expect(noticedAt - readyAt).toBeLessThanOrEqual(Math.max(1, readyAt * 0.1 + 0.5));
    }
  });

  it('checks for them less than 170 times in an hour', () => {
    expect(checkTimes(3600).length).toBeLessThan(170);
  });

  it('counts from its first claim', () => {
    const now = new Date('2026-01-01T00:01:00.500Z');
    expect(secondsSinceFirstClaim({ began_at: '2026-01-01T00:00:00.000Z' }, now)).toBe(60.5);
    expect(secondsSinceFirstClaim({}, now)).toBe(0);
  });
});
