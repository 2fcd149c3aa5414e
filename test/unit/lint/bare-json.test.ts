import { expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';

const lines = (path: string, text: string) =>
  checkFiles([{ path, text }])
    .filter(({ check }) => check === 'json')
    .map(({ line }) => line);

const TEXT = [
  'const one = JSON.parse(text);',
  'const two = read().then(JSON.parse);',
  "const three = JSON['parse'](text);",
  'const { parse } = JSON;',
  "const four = JSON.stringify(text) + 'JSON.parse(text)'; // JSON.parse",
].join('\n');

it('JSON that is parsed without a schema is reported in product code, and in no test', () => {
  for (const path of ['lib/a.ts', 'functions/http/a.ts', 'localstack/a.mjs', 'layers/a.mjs', 'esbuild.config.ts'])
    expect([path, lines(path, TEXT)]).toEqual([path, [1, 2, 3, 4]]);
  for (const path of [
    'lib/kernel/shared/parse-json.ts',
    'lib/front/client/parse-json-or-undefined.ts',
    'test/unit/a.test.ts',
  ])
    expect([path, lines(path, TEXT)]).toEqual([path, []]);
});
