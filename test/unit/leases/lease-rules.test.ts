import { describe, expect, it } from 'vitest';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import {
  decideAfterLostLease,
  decideAfterRefusedClaim,
  isLastAttempt,
  isWorkAbandoned,
  LEASE_SECONDS,
  nextSweeperCheck,
  postponementSeconds,
  retrySecondsAfterFailures,
  SWEEP_UNFINISHED_WORK_AFTER_SECONDS,
  type SweptWork,
  sweepWorkDecision,
} from '#platform/leases/lease-rules.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const at = (seconds: number): string => formatUtcTimestamp(addSeconds(NOW, seconds));

it('pauses grow and then stay', () => {
  expect([1, 2, 3].map(retrySecondsAfterFailures)).toEqual([1, 4, 4]);
  expect([1, 2, 3, 4, 9].map(postponementSeconds)).toEqual([10, 20, 40, 60, 60]);
});

it.each([
  [2, 0, false],
  [3, 0, true],
  [1, 1, false],
  [1, 2, true],
  [1, 3, true],
])('after %i claims and %i failures, the last attempt: %s', (claims, failures, isLast) => {
  expect(isLastAttempt({ claims, failures }, { claims: 3, failures: 3, postponements: 9 })).toBe(isLast);
});

describe('work whose lease ends now', () => {
  const ended = { claims: 3, lease_until: at(0), message_id: 'm1' };
  const held = { ...ended, lease_until: at(1) };

  it('is abandoned after the last claim only', () => {
    const abandoned = (state: Parameters<typeof isWorkAbandoned>[0]) =>
      isWorkAbandoned(state, { now: NOW, maxClaims: 3 });
    expect([ended, held, { ...ended, claims: 2 }, { claims: 3 }].map(abandoned)).toEqual([true, false, false, true]);
  });

  it('has no worker: a message that cannot claim it comes again', () => {
    const claim = (state: Parameters<typeof decideAfterRefusedClaim>[0], message_id = 'm2') =>
      decideAfterRefusedClaim(state, { now: NOW, message_id, maxClaims: 4 });
    expect(claim(ended)).toBe('resend');
    expect(claim({ claims: 1 })).toBe('resend');
    expect(claim(held)).toBe('drop');
    expect(claim(held, 'm1')).toBe('resend');
    expect(claim(undefined)).toBe('drop');
    expect(decideAfterRefusedClaim(ended, { now: NOW, message_id: 'm1', maxClaims: 3 })).toBe('fail');
  });

  it('is no longer the worker’s that lost it', () => {
    const lost = (state: Parameters<typeof decideAfterLostLease>[0], message_id = 'm1') =>
      decideAfterLostLease(state, { now: NOW, message_id });
    expect(lost(ended)).toBe('resend');
    expect(lost({ claims: 1, message_id: 'm1' })).toBe('resend');
    expect(lost(held)).toBe('keep');
    expect(lost(held, 'm2')).toBe('drop');
    expect(lost(undefined)).toBe('drop');
  });
});

describe('a sweeper', () => {
  const rules = { now: NOW, patienceSeconds: 60, maxClaims: 3 };
  const waiting = (over: Partial<SweptWork> = {}): SweptWork => ({
    ...{ isWaiting: true, claims: 0, enqueued_at: at(-61) },
    ...over,
  });
  const claimed = (over: Partial<SweptWork> = {}): SweptWork => ({
    ...{
      isWaiting: false,
      claims: 1,
      enqueued_at: at(-300),
      lease_until: at(-SWEEP_UNFINISHED_WORK_AFTER_SECONDS - 1),
    },
    ...over,
  });

  it.each([
    ['waits', waiting({ enqueued_at: at(-60) }), 'nothing'],
    ['has waited too long', waiting(), 'send'],
    ['has waited too long after its last claim', waiting({ claims: 3 }), 'fail'],
    ['had a message sent for it a while ago', waiting({ enqueued_at: at(-61), sent_again: 1 }), 'nothing'],
    ['was claimed, without a lease', claimed({ lease_until: undefined }), 'nothing'],
    [
      'has a lease that ended a moment ago',
      claimed({ lease_until: at(-SWEEP_UNFINISHED_WORK_AFTER_SECONDS) }),
      'nothing',
    ],
    ['has a lease that ended a while ago', claimed(), 'send'],
    [
      'has a lease that ended, and a fresh message',
      claimed({ enqueued_at: at(-SWEEP_UNFINISHED_WORK_AFTER_SECONDS) }),
      'nothing',
    ],
    ['lost its last worker', claimed({ claims: 3, enqueued_at: at(0) }), 'fail'],
  ] as const)('with work that %s: %s', (_, work, decision) => {
    expect(sweepWorkDecision(work, rules)).toBe(decision);
  });

  it.each([
    ['failed work, soon', waiting(), 'fail', SWEEP_UNFINISHED_WORK_AFTER_SECONDS],
    ['waiting work, when its message counts as lost', waiting({ enqueued_at: at(0) }), 'nothing', 60],
    ['waiting work that was sent again, later', waiting(), 'send', 120],
    [
      'claimed work, after its lease',
      claimed({ lease_until: at(100) }),
      'nothing',
      100 + SWEEP_UNFINISHED_WORK_AFTER_SECONDS,
    ],
    [
      'claimed work without a lease, after the time of one',
      claimed({ lease_until: undefined }),
      'nothing',
      LEASE_SECONDS,
    ],
    [
      'waiting work that once had a lease, by its message',
      waiting({ enqueued_at: at(0), lease_until: at(500) }),
      'nothing',
      60,
    ],
  ] as const)('checks %s', (_, work, decision, seconds) => {
    expect(nextSweeperCheck(work, decision, rules)).toBe(at(seconds));
  });
});
