import { describe, expect, it } from 'vitest';
import {
  LANE_SLOTS,
  type Lane,
  parked,
  placeFor,
  probePause,
  type Slot,
} from '../../../lib/webhooks/receiver-throttle.ts';
import { START, secondsAfter } from '../../support/samples/entities.ts';

const until = (seconds: number): string => secondsAfter(seconds).toISOString();
const lane = (slots: readonly (Slot | undefined)[], timeouts = 0): Lane => ({
  slots: Array.from({ length: LANE_SLOTS }, (_, i) => slots[i]),
  slow: false,
  timeouts,
});
const taken = (delivery_id: string, over: Partial<Slot> = {}): Slot => ({ delivery_id, until: until(10), ...over });
const delivery = { id: 'dl_me', event: 'render.failed', render_id: 'rn_1' } as const;
const place = (of: Lane, random = 0) => placeFor(of, delivery, START, random);

describe('a place for a try', () => {
  it.each([
    [0, 0],
    [0.5, 2],
    [0.999, 4],
  ])('is any of the free slots: %d chooses the one of index %i', (random, slot) => {
    expect(place(lane([]), random)).toEqual({ kind: 'free', slot });
  });

  it('is the one that is left where four are taken, and none where five are', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => taken(id));
    expect(place(lane(four), 0.9)).toEqual({ kind: 'free', slot: 4 });
    expect(place(lane([...four, taken('e')]))).toEqual({ kind: 'full' });
  });

  it('is one whose taker has not given it back in time', () => {
    const late = taken('a', { until: until(0) });
    const held = ['b', 'c', 'd', 'e'].map((id) => taken(id));
    expect(place(lane([late, ...held]))).toEqual({ kind: 'free', slot: 0 });
  });

  it('is not needed for a delivery that is under way, however full it is', () => {
    expect(place(lane([undefined, taken('dl_me')]))).toMatchObject({ kind: 'under_way', until: taken('dl_me').until });
    expect(place(lane([taken('dl_me')], 3))).toMatchObject({ kind: 'under_way', until: taken('dl_me').until });
    expect(place(lane([taken('dl_me', { until: until(-1) })]))).toEqual({ kind: 'free', slot: 0 });
  });

  it('is the first and only one after three timeouts, once all others are given back', () => {
    expect(place(lane([], 2), 0.999)).toEqual({ kind: 'free', slot: 4 });
    expect(place(lane([], 3), 0.999)).toEqual({ kind: 'free', slot: 0 });
    expect(place(lane([undefined, taken('a')], 3))).toEqual({ kind: 'full' });
    expect(place(lane([taken('a')], 7))).toEqual({ kind: 'full' });
  });

  it('is none between two probes: the more timeouts, the longer, two minutes at most', () => {
    expect([1, 2, 3, 5, 6, 7, 8, 9, 50].map(probePause)).toEqual([0, 0, 15, 15, 15, 30, 60, 120, 120]);
    expect(place({ ...lane([], 3), probe_at: until(1) })).toEqual({ kind: 'full' });
    expect(place({ ...lane([], 3), probe_at: until(0) })).toEqual({ kind: 'free', slot: 0 });
    expect(place({ ...lane([], 0), probe_at: until(1) })).toEqual({ kind: 'free', slot: 0 });
  });

  it('is the last one only for who has waited longest, while that comes back', () => {
    const first = { delivery_id: 'dl_first', due: until(-60), until: until(1) };
    const four = ['a', 'b', 'c', 'd'].map((id) => taken(id));
    expect(place({ ...lane(four), first })).toEqual({ kind: 'full' });
    expect(place({ ...lane(four.slice(1)), first }).kind).toBe('free');
    expect(place({ ...lane(four), first: { ...first, delivery_id: 'dl_me' } })).toEqual({ kind: 'free', slot: 4 });
    expect(place({ ...lane(four), first: { ...first, until: until(0) } })).toEqual({ kind: 'free', slot: 4 });
  });

  it('at one that is probed is waited for until the probe under way and the pause are over, and up to 15 s more', () => {
    const paused = { ...lane([], 3), probe_at: until(40) };
    expect([0, 0.5, 0.999].map((random) => parked(paused, START, random))).toEqual([40, 48, 55]);
    expect(parked(lane([taken('a', { until: until(12) })], 3), START, 0)).toBe(12);
    expect(parked({ ...paused, slots: [taken('a', { until: until(50) })] }, START, 0)).toBe(50);
    expect(parked(lane([], 3), START, 0.5)).toBe(8);
  });

  it('is none while a progress of the same render is under way', () => {
    expect(place(lane([taken('a', { render_id: 'rn_1' })]))).toEqual({ kind: 'full' });
    expect(place(lane([taken('a', { render_id: 'rn_2' })]))).toEqual({ kind: 'free', slot: 1 });
  });
});
