import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createJsonOption } from '#cli/program.ts';

const LOCALSTACK = join(import.meta.dirname, '../../../localstack');
const OPTION = /(?:\.option|\.requiredOption|new Option)\(\s*(?:'[^']*'|`[^`]*`),\s*(['`])(.*?)\1/gs;
const JSON_OPTION = /\bjsonOption\('([^']*)'\)/g;

// Read from the sources: to load all commands takes many seconds.
it('no help of an option has a word twice in a row', async () => {
  const texts: string[] = [];
  for await (const path of glob('{cli,commands}/**/*.ts', { cwd: LOCALSTACK })) {
    const source = readFileSync(join(LOCALSTACK, path), 'utf8');
    for (const [, , help = ''] of source.matchAll(OPTION)) texts.push(`${path}: ${help}`);
    for (const [, what] of source.matchAll(JSON_OPTION)) texts.push(`${path}: ${createJsonOption(what).description}`);
  }
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((text) => /\b([a-z]+) \1\b/i.test(text))).toEqual([]);
});
