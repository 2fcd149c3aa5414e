import { describe, expect, it } from 'vitest';
import {
  chooseReceiverSlot,
  halfOpenDeferralSeconds,
  isReceiverSlow,
  MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER,
  type ReceiverSlot,
  type ReceiverThrottle,
  receiverProbePauseSeconds,
  secondsUntilReceiverSlotFree,
} from '#features/webhooks/receiver-throttle.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

const until = (seconds: number): string => secondsAfter(seconds).toISOString();
const throttle = (slots: readonly (ReceiverSlot | undefined)[], timeouts = 0): ReceiverThrottle => ({
  slots: Array.from({ length: MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER }, (_, i) => slots[i]),
  slow: false,
  timeouts,
});
const taken = (delivery_id: string, over: Partial<ReceiverSlot> = {}): ReceiverSlot => ({
  delivery_id,
  until: until(10),
  ...over,
});
const delivery = { id: 'dl_me', event: 'render.failed', render_id: 'rn_1' } as const;
const choose = (of: ReceiverThrottle, random = 0) => chooseReceiverSlot(of, delivery, START, random);

it('a receiver is slow after a timeout, and after an attempt of more than three seconds', () => {
  const isSlow = (duration_ms: number, timedOut = false) => isReceiverSlow({ noted: { duration_ms }, timedOut });
  expect([isSlow(3000), isSlow(3001), isSlow(1, true)]).toEqual([false, true, true]);
});

describe('a slot for an attempt', () => {
  it.each([
    [0, 0],
    [0.5, 2],
    [0.999, 4],
  ])('is any of the free slots: %d chooses the one of index %i', (random, index) => {
    expect(choose(throttle([]), random)).toEqual({ kind: 'free', index });
  });

  it('is the one that is left where four are taken, and none where five are', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => taken(id));
    expect(choose(throttle(four), 0.9)).toEqual({ kind: 'free', index: 4 });
    expect(choose(throttle([...four, taken('e')]))).toEqual({ kind: 'full' });
  });

  it('is one whose taker has not given it back in time', () => {
    const late = taken('a', { until: until(0) });
    const held = ['b', 'c', 'd', 'e'].map((id) => taken(id));
    expect(choose(throttle([late, ...held]))).toEqual({ kind: 'free', index: 0 });
  });

  it('is not needed for a delivery that is under way, however full it is', () => {
    expect(choose(throttle([undefined, taken('dl_me')]))).toMatchObject({
      kind: 'in_progress',
      until: taken('dl_me').until,
    });
    expect(choose(throttle([taken('dl_me')], 3))).toMatchObject({ kind: 'in_progress', until: taken('dl_me').until });
    expect(choose(throttle([taken('dl_me', { until: until(-1) })]))).toEqual({ kind: 'free', index: 0 });
  });

  it('is the first and only one after three timeouts, once all others are given back', () => {
    expect(choose(throttle([], 2), 0.999)).toEqual({ kind: 'free', index: 4 });
    expect(choose(throttle([], 3), 0.999)).toEqual({ kind: 'free', index: 0 });
    expect(choose(throttle([undefined, taken('a')], 3))).toEqual({ kind: 'full' });
    expect(choose(throttle([taken('a')], 7))).toEqual({ kind: 'full' });
  });

  it('is none between two probes: the more timeouts, the longer, two minutes at most', () => {
    expect([1, 2, 3, 5, 6, 7, 8, 9, 50].map(receiverProbePauseSeconds)).toEqual([0, 0, 15, 15, 15, 30, 60, 120, 120]);
    expect(choose({ ...throttle([], 3), probe_at: until(1) })).toEqual({ kind: 'full' });
    expect(choose({ ...throttle([], 3), probe_at: until(0) })).toEqual({ kind: 'free', index: 0 });
    expect(choose({ ...throttle([], 0), probe_at: until(1) })).toEqual({ kind: 'free', index: 0 });
  });

  it('is the last one only for who has waited longest, while that comes back', () => {
    const guard = { delivery_id: 'dl_first', due: until(-60), until: until(1) };
    const four = ['a', 'b', 'c', 'd'].map((id) => taken(id));
    expect(choose({ ...throttle(four), guard })).toEqual({ kind: 'full' });
    expect(choose({ ...throttle(four.slice(1)), guard }).kind).toBe('free');
    expect(choose({ ...throttle(four), guard: { ...guard, delivery_id: 'dl_me' } })).toEqual({
      kind: 'free',
      index: 4,
    });
    expect(choose({ ...throttle(four), guard: { ...guard, until: until(0) } })).toEqual({ kind: 'free', index: 4 });
  });

  it('at one that is half-open is waited for until the probe under way and the pause are over, and up to 15 s more', () => {
    const paused = { ...throttle([], 3), probe_at: until(40) };
    expect([0, 0.5, 0.999].map((random) => halfOpenDeferralSeconds(paused, START, random))).toEqual([40, 48, 55]);
    expect(halfOpenDeferralSeconds(throttle([taken('a', { until: until(12) })], 3), START, 0)).toBe(12);
    expect(halfOpenDeferralSeconds({ ...paused, slots: [taken('a', { until: until(50) })] }, START, 0)).toBe(50);
    expect(halfOpenDeferralSeconds(throttle([], 3), START, 0.5)).toBe(8);
  });

  it('at one that answers is waited for until the first lease ends that has not ended', () => {
    const leases = [taken('a', { until: until(9) }), taken('b', { until: until(4) })];
    expect(secondsUntilReceiverSlotFree(throttle(leases), START)).toBe(4);
    expect(secondsUntilReceiverSlotFree(throttle([taken('late', { until: until(-3) }), ...leases]), START)).toBe(4);
    expect(secondsUntilReceiverSlotFree(throttle([taken('over', { until: until(0) }), ...leases]), START)).toBe(4);
    expect(secondsUntilReceiverSlotFree(throttle([]), START)).toBe(0);
    // A pause that was noted before the receiver answered counts no longer.
    expect(secondsUntilReceiverSlotFree({ ...throttle(leases), probe_at: until(60) }, START)).toBe(4);
  });

  it('is none while a progress of the same render is under way', () => {
    expect(choose(throttle([taken('a', { render_id: 'rn_1' })]))).toEqual({ kind: 'full' });
    expect(choose(throttle([taken('a', { render_id: 'rn_2' })]))).toEqual({ kind: 'free', index: 1 });
  });
});
