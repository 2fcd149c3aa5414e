import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadStoredSite, storeBuiltSite } from '#deploy/kept-site.ts';

const SITE = { pages: {}, texts: {}, css: 'a { color: red }', script: '', search: '{"a":"\u2028"}' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is waited for until it is built', async () => {
  const path = join(folder, 'build/docs-site.mjs');
  const loading = loadStoredSite(path);
  await storeBuiltSite(path, SITE);
  expect(await loading).toEqual(SITE);
});

it('that never comes is an error, which names its file', async () => {
  await expect(loadStoredSite(join(folder, 'none.mjs'), 0)).rejects.toThrow('none.mjs');
});

it('is found by a request after one that waited in vain', async () => {
  const path = join(folder, 'docs-site.mjs');
  await expect(loadStoredSite(path, 0)).rejects.toThrow();
  await storeBuiltSite(path, SITE);
  expect((await loadStoredSite(path)).css).toBe(SITE.css);
});
