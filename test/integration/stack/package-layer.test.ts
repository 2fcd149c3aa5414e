import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmojiSet } from '#engine/video/drawing/text/emoji.ts';
import { PACKAGE_LAYERS } from '#layers/contents.ts';
import { buildPackageLayer } from '#layers/packages.ts';
import { remove, temporaryFolder } from '#test/support/stack/fixture-service.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const PICTURES = join(PROJECT, 'node_modules/@discordapp/twemoji/dist/svg');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => remove(folder));

it('the layer has all pictures of emoji in one file, and they are read from it as from the package', async () => {
  const { files = [], packed } = PACKAGE_LAYERS.drawing ?? {};
  const content = { code: [], files: files.filter(([name]) => name === '@discordapp/twemoji'), packed };
  await buildPackageLayer(join(folder, 'dist'), { serviceDir: PROJECT, content, architecture: 'x86_64' });

  const built = join(folder, 'dist/nodejs/node_modules/@discordapp/twemoji');
  const listed = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['LICENSE', 'package.json', 'svg.pack']);
  const inLayer = await openEmojiSet(join(built, 'dist/svg'));
  const installed = await openEmojiSet(PICTURES);
  const names = readdirSync(PICTURES).map((file) => file.replace('.svg', ''));
  expect(names.length).toBeGreaterThan(3000);
  expect(names.filter((name) => !inLayer.has(name) || !installed.has(name))).toEqual([]);
  expect([inLayer.has('no-such'), installed.has('no-such')]).toEqual([false, false]);
  for (const name of names.filter((_, index) => index % 97 === 0)) {
    const expected = readFileSync(join(PICTURES, `${name}.svg`));
    expect([name, expected.equals(await inLayer.read(name))]).toEqual([name, true]);
    expect([name, expected.equals(await installed.read(name))]).toEqual([name, true]);
  }
});
