import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };

/** Programs of `node_modules/.bin` and of Node, which each system finds. */
const PROGRAMS = new Set(['node', 'npm', 'vitest', 'biome', 'depcruise', 'knip']);

describe.each(Object.entries(project.scripts))('npm run %s', (_, script) => {
  it('needs no POSIX shell', () => {
    // `&&` is the same in cmd.exe; quotes, variables, globs and pipes are not.
    expect(script).not.toMatch(/['"`$%*?;|<>()\\]|(?<!&)&(?!&)/);
    for (const command of script.split(' && ')) expect(PROGRAMS).toContain(command.replace(/^exec /, '').split(' ')[0]);
  });
});

it('exec is a program where the shell of npm is cmd.exe', () => {
  const lines = readFileSync(join(import.meta.dirname, '../../../exec.cmd'), 'utf8').split('\r\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('@rem '))).toEqual(['@%*']);
});
