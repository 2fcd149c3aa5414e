import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedPackagesForLambda } from '#layers/lambda-packages.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const names = (packages: readonly string[], architecture: 'x86_64' | 'arm64', alone = false) =>
  lockedPackagesForLambda(PROJECT, packages, architecture, { alone }).map(({ path }) =>
    path.replace('node_modules/', ''),
  );

test('native packages are those of the platform of Lambda, whatever is installed here', () => {
  expect(names(['sharp', '@takumi-rs/core'], 'x86_64')).toEqual([
    '@img/colour',
    '@img/sharp-libvips-linux-x64',
    '@img/sharp-linux-x64',
    '@takumi-rs/core',
    '@takumi-rs/core-linux-x64-gnu',
    '@takumi-rs/helpers',
    'detect-libc',
    'semver',
    'sharp',
  ]);
  expect(names(['sharp', '@takumi-rs/core'], 'arm64').filter((name) => /linux/.test(name))).toEqual([
    '@img/sharp-libvips-linux-arm64',
    '@img/sharp-linux-arm64',
    '@takumi-rs/core-linux-arm64-gnu',
  ]);
});

test('every package has the checksum that a fetched one is compared with', () => {
  for (const { path, integrity } of lockedPackagesForLambda(
    PROJECT,
    ['sharp', '@takumi-rs/core', 'espeak-ng'],
    'arm64',
  ))
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
});

test('packages of which only files are read come without what they need', () => {
  expect(names(['@discordapp/twemoji'], 'x86_64', true)).toEqual(['@discordapp/twemoji']);
  expect(names(['@fontsource/noto-sans*'], 'x86_64', true).length).toBeGreaterThan(5);
});

test('a package that the lock file does not have is named', () => {
  expect(() => lockedPackagesForLambda(PROJECT, ['no-such-package'], 'x86_64')).toThrow(
    'package-lock.json has no no-such-package',
  );
});
