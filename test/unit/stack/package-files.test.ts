import { expect, test } from 'vitest';
import { isPackageFileForLambda } from '#layers/package-files.ts';

test.each([
  'package.json',
  'lib/index.js',
  'LICENSE',
  'LICENSE.md',
  'lib/presets/podcast.js',
  'dist/svg/1f600.svg',
  'dist/espeak-ng.wasm',
  'dist/index.esm.js',
  'dist/pdfium.wasm',
])('%s of a package is packaged', (file) => {
  expect(isPackageFileForLambda(file)).toBe(true);
});

test.each([
  'coverage/lcov-report/index.html',
  'doc/index.html',
  'README.md',
  'lib/index.d.ts',
  'index.d.css.ts',
  'lib/index.js.map',
  'test/basic.js',
  'src/common.cc',
  'dist/index.esm.browser.js',
  'dist/pdfium.wasm.base64-B4io7kt4.js',
])('%s of a package is not', (file) => {
  expect(isPackageFileForLambda(file)).toBe(false);
});
