import { beforeEach, expect, it } from 'vitest';
import { type DeleteAccountDeps, deleteAccountAndFindRemains } from '#cli/delete-account.ts';
import { MAX_LATE_WRITE_SECONDS } from '#kernel/shared/lifetimes.ts';
import { deletedAccountsErasureSweep, type EraseAccountDeps } from '#platform/erasure/erase-account.ts';
import { memoryAccountItems, memoryAccounting } from '#test/support/fakes/erasure-stores.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const ACCOUNT = 'acc_deleted';
const SWEEP_SECONDS = 60;

let hand: ReturnType<typeof handClock>;
let items: ReturnType<typeof memoryAccountItems>;
let deps: DeleteAccountDeps;
/** Seconds that the command waited, and what it told. */
let waited: number;
let told: string[];

beforeEach(() => {
  hand = handClock();
  waited = 0;
  told = [];
  items = memoryAccountItems();
  const accounting = memoryAccounting();
  accounting.addAccount(ACCOUNT, START.toISOString());
  items.fill(ACCOUNT, { kind: 'timeline', id: 'a' }, 'HEAD', 'slide 1');
  items.fillOwn(ACCOUNT, 'HOLDINGS');
  const erasure: EraseAccountDeps = {
    accounting,
    items,
    files: memoryFileStore(),
    cancelRenders: async () => undefined,
    clock: hand.clock,
  };
  let swept = 0;
  deps = {
    erasure,
    findRemains: async () => ({ items: [], files: [] }),
    report: (line) => void told.push(line),
    // The running service sweeps meanwhile.
    async wait(ms) {
      hand.pass(ms / 1000);
      waited += ms / 1000;
      if (waited < swept + SWEEP_SECONDS) return;
      swept = waited;
      await sweepNow(deletedAccountsErasureSweep(erasure), { clock: hand.clock });
    },
  };
});

it('waits until the service has made its second pass, and tells when that comes', async () => {
  const deletion = await deleteAccountAndFindRemains(deps, ACCOUNT, true);
  expect(deletion).toMatchObject({ account_id: ACCOUNT, phase: 'erased', second_pass_at: null });
  expect(waited).toBeGreaterThanOrEqual(MAX_LATE_WRITE_SECONDS);
  expect(waited).toBeLessThanOrEqual(MAX_LATE_WRITE_SECONDS + 2 * SWEEP_SECONDS);
  expect(told.some((line) => line.includes(secondsAfter(MAX_LATE_WRITE_SECONDS).toISOString()))).toBe(true);
});

it('does not wait unless it is asked to, and says when the second pass comes', async () => {
  const deletion = await deleteAccountAndFindRemains(deps, ACCOUNT, false);
  expect(deletion).toMatchObject({
    phase: 'waiting',
    second_pass_at: secondsAfter(MAX_LATE_WRITE_SECONDS).toISOString(),
    deleted_at: START.toISOString(),
  });
  expect(waited).toBe(0);
});

it('does not wait for an account whose erasure has ended, and knows no other', async () => {
  await deleteAccountAndFindRemains(deps, ACCOUNT, true);
  waited = 0;
  expect(await deleteAccountAndFindRemains(deps, ACCOUNT, true)).toMatchObject({ phase: 'erased' });
  expect(waited).toBe(0);
  expect(await deleteAccountAndFindRemains(deps, 'acc_unknown', true)).toBeUndefined();
});
