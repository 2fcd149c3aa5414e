import { describe, expect, it } from 'vitest';
import { renderFileKey } from '#features/renders/copy-video-to-render.ts';
import { type DeleteRenderFilesDeps, deleteRenderFiles } from '#features/renders/delete-files.ts';
import type { Render } from '#features/renders/render.ts';
import { DependencyUnavailableError, WriteConflictError } from '#kernel/shared/errors.ts';
import { parseEntityTags } from '#kernel/shared/precondition.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { TombstonedItemRemover } from '#platform/erasure/ports.ts';
import { tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { noItems } from '#test/support/fakes/no-items.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, sampleRender } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const result = { video_key: 'outputs/30d/a/r/t/video.mp4', poster_key: 'p', size_bytes: 1, duration_seconds: 1 };

/** A world with one render, whose parts can fail. */
function worldOf(over: Partial<Render>) {
  let render: Render = sampleRender({ status: 'completed', result, ...over });
  const tombstones: object[] = [];
  const removed: string[] = [];
  const failures = new Set<'write' | 'files'>();
  const hand = handClock();
  const deps: DeleteRenderFilesDeps = {
    renders: {
      find: async (_, id) => (id === render.id ? render : undefined),
      deleteFiles: async (seen, at, tombstone) => {
        if (render.files_deleted_at !== undefined) throw new WriteConflictError('deleted');
        render = { ...seen, files_deleted_at: at };
        tombstones.push(tombstone.remains);
        if (failures.delete('write')) throw new Error('killed');
      },
    },
    files: {
      removeAll: async (keys) => {
        if (failures.has('files')) throw new DependencyUnavailableError('throttled');
        removed.push(...keys);
      },
    },
    clock: hand.clock,
  };
  const run = (ifMatch?: string) =>
    deleteRenderFiles(deps, { account_id: render.account_id }, render.id, {
      match: ifMatch === undefined ? undefined : parseEntityTags(ifMatch),
    });
  return { run, tombstones, removed, failures, hand };
}

describe('the files of a render', () => {
  it.each(['queued', 'processing', 'rendering'] as const)(
    'stay while it is %s, and it is said what to do',
    async (status) => {
      const { run, tombstones } = worldOf({ status });
      await expect(run()).rejects.toMatchObject({ code: 'render_running', message: expect.stringMatching(/DELETE/) });
      expect(tombstones).toEqual([]);
    },
  );

  it.each(['completed', 'failed', 'canceled'] as const)(
    'go once it is %s: those of clients at once',
    async (status) => {
      const { run, tombstones, removed, hand } = worldOf({ status });
      const deleted = await run();
      expect(deleted.files_deleted_at).toBe(hand.clock().toISOString());
      expect(removed).toEqual([result.video_key, 'p']);
      expect(tombstones).toMatchObject([{ kind: 'render', keys: [deleted.snapshot_key], shared_keys: [] }]);
      hand.pass(60);
      expect((await run()).files_deleted_at).toBe(deleted.files_deleted_at);
      expect(tombstones).toHaveLength(1);
    },
  );

  it('of a row of a batch go with the file of the rows, when nothing needs it', async () => {
    const { run, tombstones } = worldOf({ batch_id: 'bat_1' });
    await run();
    expect(tombstones).toMatchObject([{ shared_keys: [expect.stringMatching(/bat_1\.json$/)] }]);
  });

  it('go also when the process is killed after the write, or the storage is not available', async () => {
    const { run, tombstones, removed, failures } = worldOf({});
    failures.add('write').add('files');
    await expect(run()).rejects.toThrow('killed');
    expect((await run()).files_deleted_at).toBeDefined();
    expect([tombstones.length, removed]).toEqual([1, []]);
    failures.clear();
    await run();
    expect(removed).toEqual([result.video_key, 'p']);
  });

  it('go under the condition of its status, and again under the same', async () => {
    const { run, tombstones } = worldOf({});
    await expect(run('"canceled"')).rejects.toMatchObject({ code: 'precondition_failed', status: 412 });
    expect(tombstones).toEqual([]);
    const deleted = await run('"completed.digest"');
    expect((await run('"completed.digest"')).files_deleted_at).toBe(deleted.files_deleted_at);
  });
});

/** A render with all its files, and the sweeper, in a process that can be killed. */
async function mortalWorld() {
  const kill: KillSwitch = { calls: 0, at: undefined };
  const hand = handClock();
  const files = memoryFileStore();
  const tombstones = memoryTombstoneStore();
  const packs = new Set(['cache/mine']);
  let render = sampleRender({ status: 'completed', batch_id: 'bat_1' });
  const { account_id, timeline_id, id } = render;
  const output = (name: string) => renderFileKey(render, 'token', name);
  render = {
    ...render,
    snapshot_key: storageKeys.snapshot(account_id, timeline_id, id),
    result: { ...result, video_key: output('video.mp4'), poster_key: output('poster.jpg') },
  };
  const kept = storageKeys.snapshot(account_id, timeline_id, 'rn_another');
  for (const key of [
    ...[output('video.mp4'), output('poster.jpg'), renderFileKey(render, 'of-a-killed-worker', 'video.mp4')],
    ...[storageKeys.plan(account_id, id, 'token'), storageKeys.spoken(account_id, id, 'token')],
    ...[render.snapshot_key, storageKeys.frozenBatch(account_id, timeline_id, 'bat_1'), ...packs, kept],
  ])
    await files.putBytes(key, Buffer.from(key), '');
  const deps: DeleteRenderFilesDeps = {
    renders: killable(
      {
        find: async () => ({ ...render }),
        deleteFiles: async (_seen, at, tombstone) => {
          if (render.files_deleted_at !== undefined) throw new WriteConflictError('deleted');
          render = { ...render, files_deleted_at: at };
          await tombstones.insert(tombstone);
        },
      },
      kill,
    ),
    files: killable(files, kill),
    clock: hand.clock,
  };
  const items: TombstonedItemRemover = {
    ...noItems,
    async removeArtifacts(_of, _time, removeFiles) {
      await removeFiles([...packs]);
      packs.clear();
    },
  };
  const duty = tombstonesSweep({
    tombstones: killable(tombstones, kill),
    items: killable(items, kill),
    speech: killable(memorySpeechStore(undefined, tombstones).remains, kill),
    files: killable(files, kill),
    isNeeded: async () => false,
    clock: hand.clock,
  });
  return {
    ...{ kill, files, kept, packs, tombstones },
    isDeleted: () => render.files_deleted_at !== undefined,
    ask: () => deleteRenderFiles(deps, { account_id }, id),
    async sweepLater() {
      hand.pass(301);
      await sweepNow(duty, { clock: hand.clock, onError: () => undefined });
    },
  };
}

describe('a process that deletes the files of a render', () => {
  it('may be killed anywhere: they are all there, or all go', async () => {
    const whole = await mortalWorld();
    await whole.ask();
    await whole.sweepLater();
    expect([...whole.files.files.keys()]).toEqual([whole.kept]);
    for (const at of killPoints(whole.kill.calls)) {
      const made = await mortalWorld();
      const before = [...made.files.files.keys()];
      made.kill.at = at;
      await made.ask().catch(() => undefined);
      await made.sweepLater().catch(() => undefined);
      made.kill.at = undefined;
      await made.sweepLater();
      const left = [...made.files.files.keys()];
      expect({ at, left, tombstones: made.tombstones.stored.size }).toEqual({
        at,
        left: made.isDeleted() ? [made.kept] : before,
        tombstones: 0,
      });
      expect(made.packs.size).toBe(made.isDeleted() ? 0 : 1);
    }
  });
});
