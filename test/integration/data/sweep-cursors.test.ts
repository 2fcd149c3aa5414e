import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepCursorRepository } from '#adapters/aws/table/sweep-cursor-repository.ts';
import type { SweepCursorStore } from '#platform/recovery/recovery-sweep.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memorySweepCursors } from '#test/support/fakes/sweep-cursors.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const conflict = expect.objectContaining({ name: 'WriteConflictError' });

describe.each<[string, () => SweepCursorStore]>([
  ['in the table', () => sweepCursorRepository(database.table)],
  ['in memory', memorySweepCursors],
])('the cursor of a sweep, %s', (_, open) => {
  it('is empty at first, and is stored by one of two runs', async () => {
    const cursors = open();
    const first = await cursors.load('a');
    expect(first).toEqual({ duty: 'a', version: 0, positions: {} });
    const stored = await cursors.save(first, { '0': 'x', '7': 'y' });
    expect(await cursors.load('a')).toEqual(stored);
    expect(stored).toEqual({ duty: 'a', version: 1, positions: { '0': 'x', '7': 'y' } });
    await expect(cursors.save(first, {})).rejects.toEqual(conflict);
    await cursors.save(stored, {});
    await expect(cursors.save(stored, { '0': 'z' })).rejects.toEqual(conflict);
    expect(await cursors.load('a')).toEqual({ duty: 'a', version: 2, positions: {} });
    expect(await cursors.load('b')).toEqual({ duty: 'b', version: 0, positions: {} });
  });
});
