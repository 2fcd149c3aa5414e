import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { cancelRendersOfAccount } from '#features/renders/cancel-render.ts';
import type { Render } from '#features/renders/render.ts';
import { UPLOAD_VALID_SECONDS } from '#features/uploads/announced-upload.ts';
import { fileKeyPrefixesOfAccount, MAX_LATE_WRITE_SECONDS } from '#kernel/shared/lifetimes.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { DeletedAccountRecord } from '#platform/erasure/accounting-record.ts';
import {
  deleteAccount,
  deletedAccountsErasureSweep,
  type EraseAccountDeps,
  eraseDeletedAccountNow,
} from '#platform/erasure/erase-account.ts';
import { memoryAccountItems, memoryAccounting } from '#test/support/fakes/erasure-stores.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { Killed, type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { handClock, NOTHING_RESERVED, START, sampleRender, sampleTask } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const ACCOUNT = 'acc_deleted';
const OTHER = 'acc_other';
const MONTH = { renders: 2, render_seconds: 7.5, narration_characters: 120 };

/** Two accounts with something of every kind; a render of the first runs, one waits. */
async function world() {
  const kill: KillSwitch = { calls: 0, at: undefined };
  const hand = handClock();
  const ledger = memoryLedger();
  const accounting = memoryAccounting((id) => void ledger.deleted.add(id));
  const items = memoryAccountItems();
  const files = memoryFileStore();
  const { renders } = memoryRenderStore(ledger);
  const begun: Render[] = [];
  for (const account_id of [ACCOUNT, OTHER]) {
    accounting.addAccount(account_id, START.toISOString());
    accounting.count(account_id, '2026-02', MONTH);
    for (const id of ['a', 'b', 'c']) {
      items.fill(account_id, { kind: 'timeline', id }, 'HEAD', 'slide 1', 'slide 2', 'audio');
      items.fill(account_id, { kind: 'render', id }, 'HEAD', 'task');
      items.fill(account_id, { kind: 'receiver', id }, 'delivery');
    }
    items.fill(account_id, { kind: 'receiver', id: 'wh' }, 'delivery 1', 'delivery 2', 'delivery 3');
    items.fill(account_id, { kind: 'receiver', id: 'gone' }, 'delivery');
    items.fill(account_id, { kind: 'timeline', id: 'gone' }, 'slide');
    items.fillOwn(account_id, 'WH#wh', 'TOMBSTONE#receiver#gone', 'TOMBSTONE#timeline#gone', 'HOLDINGS', 'speech');
    for (const prefix of fileKeyPrefixesOfAccount(account_id))
      await files.putBytes(`${prefix}file`, Buffer.from('x'), '');
    for (let count = 0; count < 2; count++) {
      const render = sampleRender({ account_id });
      await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
      if (account_id === ACCOUNT) begun.push(render);
    }
    await renders.acquireSlot(account_id, (await renders.slots(account_id)).waiting[0] ?? '', 2);
  }
  const mortalRenders = killable(renders, kill);
  const deps: EraseAccountDeps = {
    accounting: killable(accounting, kill),
    items: killable(items, kill),
    files: killable(files, kill),
    cancelRenders: (id) => cancelRendersOfAccount({ renders: mortalRenders, clock: hand.clock }, id),
    clock: hand.clock,
  };
  return {
    kill,
    hand,
    accounting,
    items,
    files,
    renders,
    begun,
    deps,
    /** What the command does. */
    async command(): Promise<void> {
      const record = await deleteAccount(deps, ACCOUNT);
      if (!record) throw new Error('there is no such account');
      await eraseDeletedAccountNow(deps, record);
    },
    sweep: () => sweepNow(deletedAccountsErasureSweep(deps), { clock: hand.clock, onError: () => undefined }),
    /** As much time as a deletion can need, with a sweep after each pause. */
    async untilErased() {
      for (const seconds of [301, 301, MAX_LATE_WRITE_SECONDS + 1, 301, MAX_LATE_WRITE_SECONDS + 1]) {
        hand.pass(seconds);
        await this.sweep();
      }
    },
    async minutes(count: number) {
      for (let minute = 0; minute < count; minute++) {
        hand.pass(60);
        await this.sweep();
      }
    },
    restart() {
      kill.at = undefined;
      kill.calls = 0;
    },
    record: (): DeletedAccountRecord | undefined => accounting.records.get(ACCOUNT),
    left: () => [
      ...items.all(ACCOUNT).filter((name) => !name.includes(' remembered ')),
      ...[...files.files.keys()].filter((key) => key.includes(ACCOUNT)),
    ],
  };
}

/** The end that every deletion must come to. */
async function expectErased(made: Awaited<ReturnType<typeof world>>, at?: unknown): Promise<void> {
  expect({ at, left: made.left(), items: made.items.all(ACCOUNT) }).toEqual({ at, left: [], items: [] });
  expect(made.record()).toMatchObject({ phase: 'erased', months: { '2026-02': MONTH } });
  expect(made.record()?.due_at).toBeUndefined();
  for (const { id } of made.begun) expect((await made.renders.find(ACCOUNT, id))?.status).toBe('canceled');
}

describe('the deletion of an account', () => {
  it('erases all of it at once, and all of it once more when nothing can write any more', async () => {
    const made = await world();
    const others = made.items.all(OTHER);
    await made.command();
    expect(made.left()).toEqual([]);
    expect(made.record()).toMatchObject({ phase: 'waiting', created_at: START.toISOString() });

    // What had started before the deletion, and ended after it.
    const address = storageKeys.upload(ACCOUNT, 'up_late');
    await made.files.putBytes(address, Buffer.from('late'), '');
    made.items.fill(ACCOUNT, { kind: 'render', id: 'a' }, 'late task');
    made.items.fill(ACCOUNT, { kind: 'timeline', id: 'gone' }, 'late slide');
    made.items.fill(ACCOUNT, { kind: 'timeline', id: 'new' }, 'HEAD', 'late slide');
    made.items.fillOwn(ACCOUNT, 'late speech');
    made.accounting.count(ACCOUNT, '2026-03', { renders: 0, render_seconds: 0, narration_characters: 9 });
    await made.minutes(UPLOAD_VALID_SECONDS / 60);
    expect(made.left()).toHaveLength(6);
    await made.minutes(10);

    expect(made.left()).toEqual([]);
    expect(made.items.all(ACCOUNT)).toEqual([]);
    expect(made.record()).toMatchObject({
      phase: 'erased',
      months: { '2026-02': MONTH, '2026-03': { renders: 0, render_seconds: 0, narration_characters: 9 } },
    });
    expect(made.items.all(OTHER)).toEqual(others);
    expect([...made.files.files.keys()].every((key) => key.includes(OTHER))).toBe(true);
    expect(made.files.files.size).toBe(fileKeyPrefixesOfAccount(OTHER).length);
    expect((await made.renders.slots(OTHER)).waiting).toHaveLength(1);
  });

  it('ends clean wherever the process that deletes was killed', async () => {
    const whole = await world();
    await whole.command();
    const count = whole.kill.calls;
    expect(count).toBeGreaterThan(50);
    for (const at of killPoints(count)) {
      const made = await world();
      made.kill.at = at;
      const outcome = await made.command().catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(Killed);
      made.restart();
      const isBegun = made.accounting.records.has(ACCOUNT);
      expect(made.accounting.accounts.has(ACCOUNT)).toBe(!isBegun);
      if (!isBegun) await made.command();
      await made.untilErased();
      await expectErased(made, at);
    }
  });

  it('ends clean wherever the second pass was killed', async () => {
    const atSecondPass = async () => {
      const made = await world();
      await made.command();
      made.items.fill(ACCOUNT, { kind: 'render', id: 'a' }, 'late task');
      made.hand.pass(MAX_LATE_WRITE_SECONDS + 1);
      made.restart();
      return made;
    };
    const whole = await atSecondPass();
    await whole.sweep();
    await expectErased(whole);
    for (const at of killPoints(whole.kill.calls)) {
      const made = await atSecondPass();
      made.kill.at = at;
      await made.sweep().catch(() => undefined);
      made.restart();
      await made.minutes(10);
      await expectErased(made, at);
    }
  });

  it('is taken up by a sweeper that has little time at each run', async () => {
    const made = await world();
    await deleteAccount(made.deps, ACCOUNT);
    const { items } = made;
    const slow: EraseAccountDeps = {
      ...made.deps,
      items: {
        ...items,
        async removeSomeOf(...place) {
          made.hand.pass(10);
          return items.removeSomeOf(...place);
        },
      },
    };
    let runs = 0;
    made.hand.pass(301);
    for (; runs < 100 && made.record()?.phase === 'erasing'; runs++) {
      await sweepNow(deletedAccountsErasureSweep(slow), { clock: made.hand.clock });
      made.hand.pass(1);
    }
    expect(runs).toBeGreaterThan(3);
    expect(made.left()).toEqual([]);
  });

  it('admits no render from its first write on', async () => {
    const made = await world();
    await deleteAccount(made.deps, ACCOUNT);
    const render = sampleRender({ account_id: ACCOUNT });
    expect(await made.renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED)).toBe(
      'account_deleted',
    );
  });

  it('answers what it is when it is asked for again, and nothing for an account that never was', async () => {
    const made = await world();
    await made.command();
    const record = made.record();
    made.hand.pass(5);
    expect(await deleteAccount(made.deps, ACCOUNT)).toEqual(record);
    await made.command();
    expect(made.record()).toEqual(record);
    expect(await deleteAccount(made.deps, 'acc_none')).toBeUndefined();
  });
});
