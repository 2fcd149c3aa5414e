import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';
import { listFiles } from '#test/lint/files.ts';

const found = (check: string, files: Readonly<Record<string, string>>) =>
  checkFiles(Object.entries(files).map(([path, text]) => ({ path, text })))
    .filter((finding) => finding.check === check)
    .map(({ path, line, message }) => `${path}:${line} ${message}`);

describe('an exported name', () => {
  it('with two homes is reported at both', () => {
    const files = {
      'lib/a.ts': 'export interface Box {}\n',
      'localstack/b.ts': '\nexport class Box {}\n',
      'functions/c.mjs': 'const Box = 1;\nexport { Box };\n',
    };
    expect(found('names', files)).toEqual([
      'lib/a.ts:1 Box is also declared in localstack/b.ts, functions/c.mjs',
      'localstack/b.ts:2 Box is also declared in lib/a.ts, functions/c.mjs',
      'functions/c.mjs:1 Box is also declared in lib/a.ts, localstack/b.ts',
    ]);
  });

  it('has one home when other files pass it on, import it or use it for something of their own', () => {
    const files = {
      'lib/x/box.ts': 'export interface Box {}\nexport const Box = {};\n',
      'lib/x/public.ts': "export { Box } from './box.ts';\nexport * from './box.ts';\n",
      'lib/y/a.ts': "import { Box } from '../x/public.ts';\nexport { Box };\nexport default Box;\n",
      'lib/y/b.ts': 'interface Box {}\n',
      'test/box.ts': 'export class Box {}\n',
    };
    expect(found('names', files)).toEqual([]);
  });

  it('may be handler in every function, and there only', () => {
    const handler = '/** Answers. */\nexport const handler = () => 1;\n';
    expect(found('names', { 'functions/a.ts': handler, 'functions/b.ts': handler })).toEqual([]);
    expect(found('names', { 'lib/a.ts': handler, 'lib/b.ts': handler })).toHaveLength(2);
  });
});

describe('a docstring', () => {
  it('is missed on functions and classes that are exported', () => {
    const text = [
      'export function one() {}',
      'export const two = () => 2;',
      'export class Three {}',
      '// Not a docstring.',
      'export const four = async function () {};',
      'function five() {}',
      'export { five };',
    ].join('\n');
    expect(found('docs', { 'lib/a.ts': text })).toEqual(
      ['1 one', '2 two', '3 Three', '5 four', '6 five'].map((name) => `lib/a.ts:${name} has no docstring`),
    );
  });

  it('does not start with a clause, also of members and of what is not exported', () => {
    const text = [
      '/** What a tool needs. */',
      'export interface Deps {',
      '  /** Whose it is. */',
      '  owner: string;',
      '  /** True if it is so. Whether it is, is seen later. */',
      '  isSo: boolean;',
      '}',
      '/** Whether it is so. */',
      'export const isSo = () => true;',
      '/**',
      ' * How long it takes.',
      ' * @param of what',
      ' */',
      'export function time(of: string) {}',
      '/** Reports whether it is so. What else it does. */',
      'export const isTrue = () => true;',
      '/** Which one is not exported. */',
      'const rest = 1;',
      'class Box {',
      '  /** When it was made. */',
      '  #at = 1;',
      '}',
    ].join('\n');
    const at = (line: number, word: string) =>
      `lib/a.ts:${line} a docstring starts with "${word}". Start with a noun, or a verb in the third person.`;
    expect(found('docs', { 'lib/a.ts': text, 'test/a.ts': text })).toEqual([
      at(1, 'What'),
      at(3, 'Whose'),
      at(8, 'Whether'),
      at(10, 'How'),
      at(17, 'Which'),
      at(20, 'When'),
    ]);
  });

  it('is not needed by what is not exported, by values, types, handlers and tests', () => {
    const text =
      'function one() {}\nexport const TWO = 2;\nexport type Three = number;\n/** Four. */\nexport class Four {}\n';
    const handler = 'export const handler = () => 1;\n';
    const files = { 'lib/a.ts': text, 'functions/a.ts': handler, 'test/a.ts': 'export function five() {}\n' };
    expect(found('docs', files)).toEqual([]);
  });

  it('may stand on any of the overloads', () => {
    const text = '/** One. */\nexport function one(a: 1): 1;\nexport function one(a: number) {\n  return a;\n}\n';
    expect(found('docs', { 'lib/a.ts': text })).toEqual([]);
  });
});

describe('the command', () => {
  it('reads the code and the documents, and neither generated files nor the samples of this folder', () => {
    const files = listFiles(join(import.meta.dirname, '../../..'));
    expect(files).toEqual(
      expect.arrayContaining([
        'lib/front/console/app/console.tsx',
        'README.md',
        'lib/app/config.ts',
        'serverless.yml',
        'test/lint/run.ts',
      ]),
    );
    expect(files).not.toContain('lib/front/client/schema.ts');
    expect(files.filter((path) => path.startsWith('test/unit/lint/') || path.includes('node_modules'))).toEqual([]);
  });

  it('ends with 0 and a count when nothing is found', () => {
    const run = join(import.meta.dirname, '../../lint/run.ts');
    expect(execFileSync(process.execPath, [run, '--words', 'test/lint'], { encoding: 'utf8' })).toMatch(
      /^0 findings in \d+ files\n$/,
    );
  });
});
