import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CachedArtifact } from '#features/renders/cached-artifact.ts';
import { byteRangesOfArtifacts } from '#features/renders/fetch-artifacts.ts';

const artifact = (name: string, key: string, offset: number, bytes: number): CachedArtifact => ({
  name,
  key,
  offset,
  bytes,
  made_at: '2026-01-01T00:00:00.000Z',
});
const KB = 1024;

describe('the requests for kept artifacts', () => {
  it('bring neighbours at once, also over a small gap, in whatever order they are asked for', () => {
    const runs = byteRangesOfArtifacts([
      artifact('c', 'f', 400 * KB, 50),
      artifact('a', 'f', 0, 100 * KB),
      artifact('b', 'f', 100 * KB, 100 * KB),
    ]);
    expect(
      runs.map(({ key, offset, bytes, artifacts }) => [key, offset, bytes, artifacts.map(({ name }) => name)]),
    ).toEqual([['f', 0, 400 * KB + 50, ['a', 'b', 'c']]]);
  });

  it('leave out what lies between artifacts that are far from one another', () => {
    const runs = byteRangesOfArtifacts([artifact('a', 'f', 0, 10), artifact('b', 'f', 1000 * KB, 10)]);
    expect(runs.map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 10],
      [1000 * KB, 10],
    ]);
  });

  it('go to each file on its own', () => {
    const runs = byteRangesOfArtifacts([
      artifact('a', 'f', 0, 10),
      artifact('b', 'g', 10, 10),
      artifact('c', 'f', 10, 10),
    ]);
    expect(runs.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['f', 20],
      ['g', 10],
    ]);
  });

  it('are none for nothing', () => expect(byteRangesOfArtifacts([])).toEqual([]));
});

describe('artifacts that lie in many files', () => {
  it('are fetched with few files open: a function may have 1,024', async () => {
    const program = `
      import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      import { join } from 'node:path';
      const { fetchArtifacts } = await import(${JSON.stringify(new URL('../../../lib/features/renders/fetch-artifacts.ts', import.meta.url).href)});
      const folder = mkdtempSync(join(tmpdir(), 'artifacts-'));
      const artifacts = Array.from({ length: 400 }, (_, i) => ({ name: 'n' + i, key: 'k' + i, offset: 0, bytes: 1 }));
      const files = { getRange: async (key, run, file) => writeFileSync(file, 'x') };
      const { size } = await fetchArtifacts(files, artifacts, folder);
      rmSync(folder, { recursive: true });
      console.log(size);`;
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      'ulimit -n 64 && exec "$@"',
      'sh',
      ...[process.execPath, '--input-type=module', '-e', program],
    ]);
    expect(stdout.trim()).toBe('400');
  });
});
