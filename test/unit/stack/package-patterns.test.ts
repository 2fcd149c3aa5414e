import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { packagePatterns } from '../../../localstack/serverless/package-patterns.mjs';

/** Whether a file is packaged: as for the framework, the last pattern that fits decides. */
function isPackaged(file: string): boolean {
  const fitting = packagePatterns(['node_modules/fluent-ffmpeg', 'node_modules/sharp']).filter((pattern) =>
    matchesGlob(file, pattern.replace(/^!/, '')),
  );
  return fitting.at(-1)?.startsWith('!') === false;
}

test.each<[string, boolean]>([
  ['sharp/package.json', true],
  ['sharp/lib/index.js', true],
  ['sharp/LICENSE', true],
  ['sharp/LICENSE.md', true],
  ['fluent-ffmpeg/lib/presets/podcast.js', true],
  ['fluent-ffmpeg/node_modules/which/which.js', true],
  ['fluent-ffmpeg/coverage/lcov-report/index.html', false],
  ['fluent-ffmpeg/doc/index.html', false],
  ['fluent-ffmpeg/README.md', false],
  ['sharp/lib/index.d.ts', false],
  ['sharp/lib/index.js.map', false],
  ['other/index.js', false],
])('of the packages beside a bundle, %s is packaged: %s', (file, packaged) => {
  expect(isPackaged(`node_modules/${file}`)).toBe(packaged);
});

test('without packages there is no pattern', () => {
  expect(packagePatterns([])).toEqual([]);
});
