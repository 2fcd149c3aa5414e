import { expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';

const lines = (path: string, text: string) =>
  checkFiles([{ path, text }])
    .filter(({ check }) => check === 'imports')
    .map(({ line }) => line);

const TEXT = [
  "import './register.ts';",
  "import '#kernel/shared/register.ts';",
  "import './page.css';",
  "import 'a-package/register.js';",
  "import { something } from './something.ts';",
].join('\n');

it('modules that are imported only for their effects are reported in product code: bundles are made without them', () => {
  for (const path of ['lib/a.ts', 'functions/http/a.ts', 'localstack/a.ts', 'layers/a.ts'])
    expect([path, lines(path, TEXT)]).toEqual([path, [1, 2]]);
  expect(lines('test/unit/a.test.ts', TEXT)).toEqual([]);
});
