import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '#cli/command-catalog.ts';

const VIDEO = join(import.meta.dirname, '../../../localstack/cli/commands/video.ts');
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file of a shell's completion, as the command prints it. */
async function scriptOf(shell: string): Promise<string> {
  const { stdout } = await run(process.execPath, [VIDEO, 'completion', shell]);
  const path = join(folder, shell);
  writeFileSync(path, stdout);
  return path;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

describe('bash', () => {
  let script: string;
  beforeAll(async () => {
    script = await scriptOf('bash');
  });
  /** What bash offers for the last of these words. */
  const offered = async (...words: string[]): Promise<string[]> => {
    const line = `source ${script}; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _video; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['-c', line, 'bash', 'video', ...words]);
    return linesOf(stdout);
  };

  it('offers every command', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining([...COMMAND_NAMES]));
    expect(await offered('acc')).toEqual(['account']);
  });

  it('offers the subcommands, options and choices of a command', async () => {
    expect(await offered('account', 'key', '')).toEqual(expect.arrayContaining(['create', 'list', 'revoke']));
    expect(await offered('render', '--reso')).toEqual(['--resolution']);
    expect(await offered('render', 'deck.md', '--codec', 'h')).toEqual(['h264', 'h265']);
    expect(await offered('account', 'create', '--plan', '')).toEqual(['free', 'pro', 'max']);
    expect(await offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('offers no option that help hides', async () => {
    expect(await offered('render', '--ap')).toEqual([]);
  });
});

const isThere = (shell: string): boolean => existsSync(`/usr/bin/${shell}`);

it.skipIf(!isThere('zsh'))('zsh reads its completion, and offers commands and choices', async () => {
  const script = await scriptOf('zsh');
  // Outside of its line editor zsh completes nothing: what the completion hands to it is printed.
  const line = `compdef() { :; }; compadd() { print -l -- "$@[2,-1]"; }; _describe() { print -l -- $offered; }; _files() { :; }
    source ${script}; words=("$@"); CURRENT=$#; _video`;
  const offered = async (...words: string[]) =>
    linesOf((await run('zsh', ['-fc', line, 'zsh', 'video', ...words])).stdout);
  expect(await offered('')).toContainEqual(expect.stringMatching(/^render:make a video/));
  expect(await offered('account', 'key', '')).toContainEqual(expect.stringMatching(/^revoke:/));
  expect(await offered('render', '--codec', '')).toEqual(['h264', 'h265', 'vp9', 'av1']);
});

it.skipIf(!isThere('fish'))('fish offers commands, options and choices', async () => {
  const script = await scriptOf('fish');
  const offered = async (line: string) =>
    linesOf((await run('fish', ['--no-config', '-c', `source ${script}; complete -C "${line}"`])).stdout);
  expect(await offered('video ')).toContainEqual(expect.stringMatching(/^render\tmake a video/));
  expect(await offered('video account key ')).toContainEqual(expect.stringMatching(/^revoke\t/));
  expect((await offered('video render --codec ')).map((one) => one.split('\t')[0])).toEqual(
    expect.arrayContaining(['h264', 'av1']),
  );
});
