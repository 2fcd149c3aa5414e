import { describe, expect, it } from 'vitest';
import { DependencyUnavailableError, WriteConflictError } from '#kernel/shared/errors.ts';
import {
  decideAfterLostLease,
  decideAfterRefusedClaim,
  LEASE_SECONDS,
  MESSAGE_RESEND_DELAY_SECONDS,
  retrySecondsAfterFailures,
  VISIBILITY_TIMEOUT_SECONDS,
} from '#platform/leases/lease-rules.ts';
import { WaitingForOtherWorkError } from '#platform/leases/postponement-counts.ts';
import {
  hideReceivedMessage,
  type LeaseDeps,
  type LeasedWorkHandler,
  runLeasedWork,
} from '#platform/leases/run-leased-work.ts';
import { handClock, secondsAfter } from '#test/support/samples/entities.ts';

const at = (seconds: number) => secondsAfter(seconds).toISOString();
const now = secondsAfter(0);

describe('the message of work that cannot be claimed', () => {
  it.each([
    ['is dropped when the work is done', undefined, 'drop'],
    ['is dropped when a worker has another message', { claims: 1, lease_until: at(5), message_id: 'other' }, 'drop'],
    ['is replaced when a worker has this very message', { claims: 1, lease_until: at(5), message_id: 'm' }, 'resend'],
    ['is replaced when another worker was faster and failed', { claims: 1 }, 'resend'],
    ['ends the work when its last worker died', { claims: 3, lease_until: at(-1), message_id: 'm' }, 'fail'],
    ['does not end work that its last worker still does', { claims: 3, lease_until: at(1), message_id: 'x' }, 'drop'],
  ] as const)('%s', (_, state, next) => {
    expect(decideAfterRefusedClaim(state, { now, message_id: 'm', maxClaims: 3 })).toBe(next);
  });
});

describe('the message of a worker that lost its lease', () => {
  it.each([
    ['is dropped when the work is done', undefined, 'drop'],
    ['is kept when the next worker has it', { claims: 2, lease_until: at(5), message_id: 'm' }, 'keep'],
    ['is dropped when the next worker has another', { claims: 2, lease_until: at(5), message_id: 'other' }, 'drop'],
    ['is replaced when no worker holds the work', { claims: 1, lease_until: at(-1), message_id: 'm' }, 'resend'],
  ] as const)('%s', (_, state, next) => {
    expect(decideAfterLostLease(state, { now, message_id: 'm' })).toBe(next);
  });
});

/** Work with one worker; `seen` lists what was done to its message and its lease, with the seconds passed. */
function setUp(over: Partial<LeasedWorkHandler<string>> = {}) {
  const hand = handClock();
  const seen: string[] = [];
  const beats: (() => Promise<void>)[] = [];
  const note = (text: string) => void seen.push(text);
  const until = (time: string) => (Date.parse(time) - now.getTime()) / 1000;
  const work: LeasedWorkHandler<string> = {
    name: 'work',
    limits: { claims: 3, failures: 3, postponements: 1 },
    async claim({ lease_until }) {
      note(`claim until ${until(lease_until)}`);
      return 'claimed';
    },
    state: async () => undefined,
    renew: async (_, time) => note(`renew until ${until(time)}`),
    release: async () => note('release'),
    postpone: async (_, __, postponed) => note(`postpone ${JSON.stringify(postponed)}`),
    fail: async () => note('fail'),
    failAbandoned: async () => note('fail abandoned'),
    send: async (seconds) => note(`send in ${seconds}`),
    counts: () => ({ claims: 1, failures: 0, postponed: undefined }),
    kindOf: () => 'failure',
    describe: () => ({}),
    ...over,
  };
  const deps: LeaseDeps = {
    clock: hand.clock,
    every(_, beat) {
      beats.push(beat);
      return { stop: () => void beats.pop() };
    },
    log: { info: () => undefined, warn: note, error: () => undefined },
  };
  const receipt = { message_id: 'm', hideFor: async (seconds: number) => note(`hide for ${seconds}`) };
  return { hand, seen, beats, work, deps, receipt };
}

describe('work under a lease', () => {
  it('is not ended by a process that stood still after it had read of a worker', async () => {
    const { hand, seen, work, deps, receipt } = setUp({
      claim: async () => {
        throw new WriteConflictError('a worker has it');
      },
      async state() {
        const read = { claims: 3, lease_until: at(10), message_id: 'other' };
        hand.pass(20);
        return read;
      },
    });
    expect(await runLeasedWork(deps, work, receipt, async () => undefined)).toBe('unclaimed');
    expect(seen).not.toContain('fail abandoned');
  });

  it('hides its message before it claims and before it renews, so that the lease ends first', async () => {
    const { hand, seen, beats, work, deps, receipt } = setUp();
    await runLeasedWork(deps, work, receipt, async () => {
      hand.pass(3);
      await beats[0]?.();
    });
    expect(seen).toEqual(['hide for 17', 'claim until 15', 'hide for 17', 'renew until 18']);
    expect(VISIBILITY_TIMEOUT_SECONDS).toBeGreaterThan(LEASE_SECONDS);
    expect(beats).toEqual([]);
  });

  it('hides a message once that was hidden as it was received, unless that was too long ago', async () => {
    for (const [seconds, hides] of [
      [1, 1],
      [1.001, 2],
    ] as const) {
      const { hand, seen, work, deps, receipt } = setUp();
      const hidden = await hideReceivedMessage(deps, receipt);
      hand.pass(seconds);
      await runLeasedWork(deps, work, hidden, async () => undefined);
      expect(seen.filter((act) => act === 'hide for 17')).toHaveLength(hides);
      // The message returns after the lease, whenever it was hidden.
      expect(seen.at(-1)).toBe(`claim until ${15 + seconds}`);
    }
  });

  it('is started although its message cannot be hidden at once, and hides it then', async () => {
    const { seen, work, deps, receipt } = setUp();
    const { hideFor } = receipt;
    receipt.hideFor = () => Promise.reject(new DependencyUnavailableError('throttled'));
    const received = await hideReceivedMessage(deps, receipt);
    await runLeasedWork(deps, work, { ...received, hideFor }, async () => undefined);
    expect(seen).toEqual(['message not hidden', 'hide for 17', 'claim until 15']);
  });

  it('renews its lease also when its message cannot be hidden', async () => {
    const { hand, seen, beats, work, deps, receipt } = setUp();
    await runLeasedWork(deps, work, receipt, async () => {
      receipt.hideFor = () => Promise.reject(new Error('the receipt handle has expired'));
      hand.pass(3);
      await beats[0]?.();
    });
    expect(seen.slice(2)).toEqual(['message not hidden', 'renew until 18']);
  });

  it('gives the work back before its message returns', async () => {
    const { seen, work, deps, receipt } = setUp();
    const failing = runLeasedWork(deps, work, receipt, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(seen.slice(2)).toEqual(['release', 'hide for 1']);
  });

  it.each([
    ['final', ['fail']],
    ['busy', ['work postponed', 'postpone {"busy":1}', 'send in 10']],
    ['handed_back', ['work postponed', 'postpone {"handed_back":1}', 'send in 10']],
  ] as const)('lets its message go after an error that is %s', async (kind, done) => {
    const { seen, work, deps, receipt } = setUp({ kindOf: () => kind });
    expect(await runLeasedWork(deps, work, receipt, () => Promise.reject(new Error('broken')))).toBe('unsettled');
    expect(seen.slice(2)).toEqual(done);
  });

  it('lets its message go when the work waits for other work, and asks for it again when that says', async () => {
    const wait = async () => void seen.push('wait');
    const { seen, work, deps, receipt } = setUp({ wait });
    expect(
      await runLeasedWork(deps, work, receipt, () => Promise.reject(new WaitingForOtherWorkError('not there yet', 7))),
    ).toBe('unsettled');
    expect(seen.slice(2)).toEqual(['wait', 'send in 7']);
  });

  it('keeps the message of a worker whose work was taken over under that message', async () => {
    const { work, deps, receipt } = setUp({
      state: async () => ({ claims: 2, lease_until: at(10), message_id: 'm' }),
      release: () => Promise.reject(new WriteConflictError('taken over')),
    });
    const failing = runLeasedWork(deps, work, receipt, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('taken over');
  });

  it('asks for another message where no worker has the work that it lost', async () => {
    const { seen, work, deps, receipt } = setUp({ state: async () => ({ claims: 1 }) });
    const outcome = await runLeasedWork(deps, work, receipt, () =>
      Promise.reject(new WriteConflictError('taken over')),
    );
    expect([outcome, seen.slice(2)]).toEqual(['unsettled', [`send in ${MESSAGE_RESEND_DELAY_SECONDS}`]]);
  });

  it('asks for no other message for work that is done', async () => {
    const { seen, work, deps, receipt } = setUp();
    await runLeasedWork(deps, work, receipt, () => Promise.reject(new WriteConflictError('done by another')));
    expect(seen.slice(2)).toEqual([]);
  });

  it('hides its message for longer after each failure', async () => {
    const counts = () => ({ claims: 1, failures: 1, postponed: undefined });
    const { seen, work, deps, receipt } = setUp({ counts });
    await expect(runLeasedWork(deps, work, receipt, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(seen.slice(2)).toEqual(['release', `hide for ${retrySecondsAfterFailures(2)}`]);
    expect(retrySecondsAfterFailures(2)).toBeGreaterThan(retrySecondsAfterFailures(1));
  });

  it('fails with an error of its claim or its message that has another reason, and is not started', async () => {
    const broken = () => Promise.reject(new Error('a bug'));
    const never = () => Promise.reject(new Error('must not run'));
    const { work, deps, receipt } = setUp({ claim: broken });
    await expect(runLeasedWork(deps, work, receipt, never)).rejects.toThrow('a bug');
    await expect(hideReceivedMessage(deps, { ...receipt, hideFor: broken })).rejects.toThrow('a bug');
  });

  it('is stopped after its longest time, and not before', async () => {
    const { work, deps, receipt } = setUp({ kindOf: () => 'final' });
    const seconds = 0.05;
    const start = performance.now();
    let reason: unknown;
    const outcome = await runLeasedWork(
      deps,
      work,
      receipt,
      async (_, signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ({ reason } = signal);
        signal.throwIfAborted();
      },
      seconds,
    );
    // A timer of Node may be a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(seconds * 1000 - 2);
    expect([outcome, (reason as DOMException).name]).toEqual(['unsettled', 'TimeoutError']);
  });

  it('stops when its lease has ended and no renewal was answered', async () => {
    const { hand, beats, work, deps, receipt } = setUp({ renew: () => new Promise(() => undefined) });
    let reason: unknown;
    const outcome = await runLeasedWork(deps, work, receipt, async (_, signal) => {
      hand.pass(3);
      void beats[0]?.();
      hand.pass(12);
      await beats[1]?.();
      expect(signal.aborted).toBe(false);
      hand.pass(1);
      await beats[1]?.();
      reason = signal.reason;
      signal.throwIfAborted();
    });
    expect(String(reason)).toContain('its renewal was not answered');
    expect(outcome).toBe('unsettled');
    expect(beats).toEqual([]);
  });

  it('starts no second renewal while one is not answered', async () => {
    const answers: PromiseWithResolvers<void>[] = [];
    const renew = () => {
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    };
    const { beats, work, deps, receipt } = setUp({ renew });
    await runLeasedWork(deps, work, receipt, async () => {
      const first = beats[0]?.();
      await beats[0]?.();
      await new Promise(setImmediate);
      expect(answers).toHaveLength(1);
      answers[0]?.resolve();
      await first;
      void beats[0]?.();
      await new Promise(setImmediate);
      expect(answers).toHaveLength(2);
    });
  });

  it('is claimed also when its message cannot be hidden now', async () => {
    const { seen, work, deps, receipt } = setUp();
    receipt.hideFor = () => Promise.reject(new DependencyUnavailableError('throttled'));
    expect(await runLeasedWork(deps, work, receipt, async () => undefined)).toBe('performed');
    expect(seen).toEqual(['message not hidden', 'claim until 15']);
  });

  it('that meets a throttled table waits without counting a failure, whatever the number of its postponements', async () => {
    const error = new Error('the picture was not drawn', { cause: new DependencyUnavailableError('throttled') });
    const counts = () => ({ claims: 1, failures: 0, postponed: { busy: 1, throttled: 39 } });
    const { seen, work, deps, receipt } = setUp({ counts });
    expect(await runLeasedWork(deps, work, receipt, () => Promise.reject(error))).toBe('unsettled');
    expect(seen.slice(2)).toEqual(['work postponed', 'postpone {"busy":1,"throttled":40}', 'send in 60']);
  });

  it.each(['busy', 'handed_back'] as const)(
    'that is %s is put off once more after any number of throttles',
    async (kind) => {
      const other = kind === 'busy' ? 'handed_back' : 'busy';
      const counts = () => ({ claims: 1, failures: 0, postponed: { throttled: 100, [other]: 1 } });
      const { seen, work, deps, receipt } = setUp({ counts, kindOf: () => kind });
      await runLeasedWork(deps, work, receipt, () => Promise.reject(new Error('not now')));
      expect(seen.at(-1)).toBe('send in 10');
      // The limit of this reason is 1.
      const again = setUp({ counts: () => ({ claims: 1, failures: 0, postponed: { [kind]: 1 } }), kindOf: () => kind });
      const failing = runLeasedWork(again.deps, again.work, again.receipt, () => Promise.reject(new Error('not now')));
      await expect(failing).rejects.toThrow('not now');
      expect(again.seen).toContain('release');
    },
  );
});
