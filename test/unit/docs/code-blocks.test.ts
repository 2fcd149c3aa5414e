import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountCommand } from '#cli/commands/account.ts';
import { deployCommand } from '#cli/commands/deploy.ts';
import { packageCommand } from '#cli/commands/package.ts';
import { renderCommand } from '#cli/commands/render.ts';
import { completionTree } from '#cli/completion-tree.ts';
import { BLOCKS } from '#test/support/docs/block-list.ts';
import { codeBlocks, codeBlocksOf } from '#test/support/docs/code-blocks.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const blocks = codeBlocks();
const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: object };

describe('the code that users paste', () => {
  it('is run by a test, or has a reason why it cannot be', () => {
    const listed = Object.keys(BLOCKS).toSorted();
    expect(blocks.map(({ id }) => id).toSorted(), 'test/support/docs/block-list.ts lists every block').toEqual(listed);
    const tests = Object.values(BLOCKS).flatMap((handling) => ('runBy' in handling ? handling.runBy : []));
    expect(tests.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
  });

  it('is found in lists, too, without the indent', () => {
    const text = 'a\n```sh\none\n```\n1. b\n   ```ts\n   two {\n     three\n   ```\n';
    expect(codeBlocksOf('a.md', text)).toEqual([
      { id: 'a.md: one', file: 'a.md', language: 'sh', code: 'one\n' },
      { id: 'a.md: two {', file: 'a.md', language: 'ts', code: 'two {\n  three\n' },
    ]);
  });

  it('is JSON, or something that bash can read, where it says so', () => {
    for (const { code } of blocks.filter(({ language }) => language === 'json')) JSON.parse(code);
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => `(${code})`);
    execFileSync('bash', ['-n'], { input: shell.join('\n') });
  });

  it('names only scripts that exist, and options that their commands take', () => {
    const commands = [accountCommand, deployCommand, packageCommand, renderCommand].map((make) => make());
    const nodes = commands.flatMap((command) => completionTree(command, [command.name()]));
    const unknown: string[] = [];
    for (const { id, code } of blocks.filter(({ language }) => language === 'sh'))
      for (const [call, script = '', rest = ''] of code.matchAll(
        /npm run (?:-s |--silent )?([\w:-]+)(?: -- ([^\n#|)]*))?/g,
      )) {
        if (!Object.hasOwn(scripts, script)) unknown.push(`${id}: ${call}`);
        const words = rest.split(/\s+/);
        const node = nodes
          .filter(({ path: [name, ...path] }) => name === script && path.every((word, at) => word === words[at]))
          .toSorted((a, b) => b.path.length - a.path.length)[0];
        const flags = node?.options.flatMap((option) => option.flags);
        for (const word of words)
          if (flags && word.startsWith('-') && !flags.includes(word)) unknown.push(`${id}: ${word}`);
      }
    expect(unknown).toEqual([]);
  });

  it('of the TypeScript client is compiled with the tests', () => {
    for (const file of ['film', 'picture', 'first-webhook']) {
      const path = join(PROJECT, `test/support/clients/examples/${file}.ts`);
      const pasted = readFileSync(path, 'utf8').replace('#front/client/index.ts', 'video-timeline-client');
      expect(blocks.filter(({ language }) => language === 'ts').map(({ code }) => code)).toContain(pasted);
    }
  });
});
