import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BundlesWithInputFiles, bundleIfChanged, type FilesMadeAfterBundles } from '#deploy/bundle-if-changed.ts';

const HANDLERS = ['a.handler'];
const PAST = new Date('2000-01-01T00:00:00Z');
let serviceDir: string;
let built: number;

/** Stands for esbuild: `a.ts` becomes `.build/a.mjs`. */
const bundleHandlers: Parameters<typeof bundleIfChanged>[1] = async ({ outDir }) => {
  built += 1;
  await mkdir(join(serviceDir, outDir), { recursive: true });
  await writeFile(join(serviceDir, outDir, 'a.mjs'), `bundle ${built}`);
  const bundles = { 'a.handler': { handler: '.build/a.handler', files: ['.build/a.mjs'], packages: ['sharp'] } };
  return { bundles, inputs: ['a.ts'] };
};
const bundle = async (handlers = HANDLERS) => (await bundleIfChanged({ serviceDir, handlers }, bundleHandlers)).bundles;

beforeEach(async () => {
  built = 0;
  serviceDir = await mkdtemp(join(tmpdir(), 'bundles-'));
  await writeFile(join(serviceDir, 'a.ts'), 'one');
  await writeFile(join(serviceDir, 'package-lock.json'), '{}');
  await utimes(join(serviceDir, 'a.ts'), PAST, PAST);
});
afterEach(() => rm(serviceDir, { recursive: true }));

it('returns the bundles of the last call as long as nothing changed', async () => {
  const first = await bundle();
  expect(await bundle()).toEqual(first);
  expect(built).toBe(1);
});

it.each<[string, () => Promise<unknown>]>([
  ['an input was edited', () => writeFile(join(serviceDir, 'a.ts'), 'two')],
  ['an input is gone', () => rm(join(serviceDir, 'a.ts'))],
  ['a bundle is gone', () => rm(join(serviceDir, '.build/a.mjs'))],
  ['a bundle was written by another version', () => writeFile(join(serviceDir, '.build/a.mjs'), 'something else')],
  ['other packages are installed', () => writeFile(join(serviceDir, 'package-lock.json'), '{ "new": true }')],
  ['the record is not whole', () => writeFile(join(serviceDir, '.build/bundles.json'), '{')],
])('bundles again when %s', async (_, change) => {
  await bundle();
  await change();
  await bundle();
  expect(built).toBe(2);
});

it('bundles again for other handlers, and when others share chunks', async () => {
  await bundle();
  await bundle(['a.handler', 'b.handler']);
  expect(built).toBe(2);
  await bundleIfChanged({ serviceDir, handlers: HANDLERS, sharing: true }, bundleHandlers);
  expect(built).toBe(3);
});

it('keeps no record of bundles whose input changed during the build', async () => {
  await bundleIfChanged({ serviceDir, handlers: HANDLERS }, async (options) => {
    const bundles = await bundleHandlers(options);
    await utimes(join(serviceDir, 'a.ts'), new Date(), new Date(Date.now() + 1000));
    return bundles;
  });
  await bundle();
  expect(built).toBe(2);
});

const isKept = () => expect.poll(() => existsSync(join(serviceDir, '.build/bundles.json'))).toBe(true);

describe('files that are made after the bundles', () => {
  const bundleBoth = (laterFiles: Promise<FilesMadeAfterBundles>) =>
    bundleIfChanged({ serviceDir, handlers: HANDLERS }, async (options) => ({
      ...(await bundleHandlers(options)),
      laterFiles,
    }));

  it('hold up no bundle, and are made again when they are gone', async () => {
    const later = Promise.withResolvers<FilesMadeAfterBundles>();
    expect(Object.keys((await bundleBoth(later.promise)).bundles)).toEqual(HANDLERS);
    expect(existsSync(join(serviceDir, '.build/bundles.json'))).toBe(false);
    await writeFile(join(serviceDir, '.build/site.mjs'), 'pages');
    later.resolve({ files: ['.build/site.mjs'], inputs: ['a.ts'] });
    await isKept();
    await bundle();
    expect(built).toBe(1);
    await rm(join(serviceDir, '.build/site.mjs'));
    await bundle();
    expect(built).toBe(2);
  });

  it('that were never made are made by the next start', async () => {
    const later = Promise.withResolvers<FilesMadeAfterBundles>();
    await bundleBoth(later.promise);
    later.reject(new Error('it was ended'));
    await bundle();
    expect(built).toBe(2);
  });
});

describe('bundles that are made after the others', () => {
  const LATER = ['b.handler'];
  const LATER_BUNDLES = { 'b.handler': { handler: '.build/b.handler', files: ['.build/b.mjs'], packages: [] } };
  const bundleBoth = (laterBundles: Promise<BundlesWithInputFiles>) =>
    bundleIfChanged({ serviceDir, handlers: HANDLERS, laterHandlers: LATER }, async (options) => ({
      ...(await bundleHandlers(options)),
      laterBundles,
    }));
  const NEVER = new Promise<BundlesWithInputFiles>(() => undefined);

  it('hold up no other bundle, and are kept with them', async () => {
    const making = Promise.withResolvers<BundlesWithInputFiles>();
    const { bundles, later } = await bundleBoth(making.promise);
    expect(Object.keys(bundles)).toEqual(HANDLERS);
    expect(existsSync(join(serviceDir, '.build/bundles.json'))).toBe(false);
    await writeFile(join(serviceDir, 'b.ts'), 'one');
    await utimes(join(serviceDir, 'b.ts'), PAST, PAST);
    await writeFile(join(serviceDir, '.build/b.mjs'), 'bundle');
    making.resolve({ bundles: LATER_BUNDLES, inputs: ['b.ts'] });
    expect(await later).toEqual(LATER_BUNDLES);
    await isKept();
    const again = await bundleBoth(NEVER);
    expect([again.bundles, await again.later]).toEqual([{ ...bundles, ...LATER_BUNDLES }, again.bundles]);
    expect(built).toBe(1);
    await writeFile(join(serviceDir, 'b.ts'), 'two');
    await bundleBoth(NEVER);
    expect(built).toBe(2);
  });

  it('say why they cannot be made, and are attempted again by the next start', async () => {
    const making = Promise.withResolvers<BundlesWithInputFiles>();
    const { later } = await bundleBoth(making.promise);
    making.reject(new Error('b.ts does not build'));
    await expect(later).rejects.toThrow('b.ts does not build');
    await bundleBoth(NEVER);
    expect(built).toBe(2);
  });
});
