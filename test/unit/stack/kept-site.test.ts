import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadStoredDocsSite, storeBuiltDocsSite } from '#deploy/kept-site.ts';

const SITE = {
  pages: {},
  markdownByFileName: {},
  css: 'a { color: red }',
  script: '',
  searchIndexJson: '{"a":"\u2028"}',
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is waited for until it is built', async () => {
  const path = join(folder, 'build/docs-site.mjs');
  const loading = loadStoredDocsSite(path);
  await storeBuiltDocsSite(path, SITE);
  expect(await loading).toEqual(SITE);
});

it('that never comes is an error, which names its file', async () => {
  await expect(loadStoredDocsSite(join(folder, 'none.mjs'), 0)).rejects.toThrow('none.mjs');
});

it('is found by a request after one that waited in vain', async () => {
  const path = join(folder, 'docs-site.mjs');
  await expect(loadStoredDocsSite(path, 0)).rejects.toThrow();
  await storeBuiltDocsSite(path, SITE);
  expect((await loadStoredDocsSite(path)).css).toBe(SITE.css);
});
