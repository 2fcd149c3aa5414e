import { describe, expect, it } from 'vitest';
import { type DeleteFilesDeps, deleteRenderFiles } from '../../../lib/renders/delete-files.ts';
import type { Render } from '../../../lib/renders/render.ts';
import { Unavailable, WriteConflict } from '../../../lib/shared/errors.ts';
import { handClock, sampleRender } from '../../support/samples/entities.ts';

const result = { video_key: 'outputs/30d/a/r/t/video.mp4', poster_key: 'p', size_bytes: 1, duration_seconds: 1 };

/** A world with one render, whose parts can fail. */
function worldOf(over: Partial<Render>) {
  let render: Render = sampleRender({ status: 'completed', result, ...over });
  const tombstones: object[] = [];
  const removed: string[] = [];
  const failures = new Set<'write' | 'files'>();
  const hand = handClock();
  const deps: DeleteFilesDeps = {
    renders: {
      find: async (_, id) => (id === render.id ? render : undefined),
      deleteFiles: async (seen, at, tombstone) => {
        if (render.files_deleted_at !== undefined) throw new WriteConflict('deleted');
        render = { ...seen, files_deleted_at: at };
        tombstones.push(tombstone.remains);
        if (failures.delete('write')) throw new Error('killed');
      },
    },
    files: {
      removeAll: async (keys) => {
        if (failures.has('files')) throw new Unavailable('throttled');
        removed.push(...keys);
      },
    },
    clock: hand.clock,
  };
  const run = () => deleteRenderFiles(deps, { account_id: render.account_id }, render.id);
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
});
