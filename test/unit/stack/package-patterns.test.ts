import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagePatterns } from '../../../localstack/serverless/package-patterns.mjs';

/** Whether a file is packaged: as for the framework, the last pattern that fits decides. */
function isPackaged(file: string): boolean {
  const fitting = packagePatterns(['node_modules/fluent-ffmpeg', 'node_modules/sharp']).filter((pattern) =>
    matchesGlob(file, pattern.replace(/^!/, '')),
  );
  return fitting.at(-1)?.startsWith('!') === false;
}

describe('of a package beside a bundle', () => {
  test.each([
    'node_modules/sharp/package.json',
    'node_modules/sharp/lib/index.js',
    'node_modules/sharp/LICENSE',
    'node_modules/sharp/LICENSE.md',
    'node_modules/fluent-ffmpeg/lib/presets/podcast.js',
    'node_modules/fluent-ffmpeg/node_modules/which/which.js',
  ])('%s is packaged', (file) => {
    expect(isPackaged(file)).toBe(true);
  });

  test.each([
    'node_modules/fluent-ffmpeg/coverage/lcov-report/index.html',
    'node_modules/fluent-ffmpeg/doc/index.html',
    'node_modules/fluent-ffmpeg/README.md',
    'node_modules/sharp/lib/index.d.ts',
    'node_modules/sharp/lib/index.js.map',
    'node_modules/other/index.js',
  ])('%s is not', (file) => {
    expect(isPackaged(file)).toBe(false);
  });
});

test('without packages there is no pattern', () => {
  expect(packagePatterns([])).toEqual([]);
});
