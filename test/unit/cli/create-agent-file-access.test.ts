import { mkdir, mkdtemp, readFile, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAgentFileAccess } from '#cli/create-agent-file-access.ts';

let root: string;
let working: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'agent-files-')));
  working = join(root, 'work');
  await mkdir(join(working, 'decks'), { recursive: true });
  await mkdir(join(root, 'other'));
  await writeFile(join(working, 'decks', 'a.md'), 'mine');
  await writeFile(join(root, 'other', 'b.md'), 'secret');
});
afterEach(() => rm(root, { recursive: true }));

const filesOf = (over: { workingFolder?: string; allowedFolders?: string[] } = {}) =>
  createAgentFileAccess({ workingFolder: working, allowedFolders: [], signal: new AbortController().signal, ...over });
const read = async (path: string, over: Parameters<typeof filesOf>[0] = {}) =>
  Buffer.from(await filesOf(over).read(path)).toString();

describe('files that the tools read', () => {
  it('lie in the working folder, by a relative or an absolute path', async () => {
    expect(await read('decks/a.md')).toBe('mine');
    expect(await read(join(working, 'decks/a.md'))).toBe('mine');
  });

  it.each(['../other/b.md', 'decks/../../other/b.md', '/etc/passwd', '/etc/none.md', '..', '../none.md'])(
    'never lie elsewhere: %s',
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({
        code: 'validation_failed',
        faults: [{ param: 'file', message: expect.stringMatching(/^Must be within .*--allow-folder/) }],
      });
    },
  );

  it('are not found through links that lead elsewhere', async () => {
    await symlink(join(root, 'other', 'b.md'), join(working, 'link.md'));
    await symlink(join(root, 'other'), join(working, 'beside'));
    for (const path of ['link.md', 'beside/b.md', 'beside/none.md', 'beside/none/none.md'])
      await expect(read(path)).rejects.toThrow('Must be within');
  });

  it('may lie in folders that are allowed', async () => {
    expect(await read('../other/b.md', { allowedFolders: ['../other'] })).toBe('secret');
    expect(() => filesOf({ allowedFolders: ['none'] })).toThrow('--allow-folder none: there is no such folder.');
  });

  it.each(['/', homedir()])('do not lie anywhere, when the tools were started in %s', async (workingFolder) => {
    await expect(read('/etc/passwd', { workingFolder })).rejects.toThrow('The tools may not read files here.');
    const saving = filesOf({ workingFolder }).checkPlace('/tmp/film.mp4');
    await expect(saving).rejects.toThrow('The tools may not write files here.');
    expect(await read(join(root, 'other', 'b.md'), { workingFolder, allowedFolders: [join(root, 'other')] })).toBe(
      'secret',
    );
  });

  it('are there, are files, and are small enough', async () => {
    await truncate(join(working, 'decks', 'a.md'), 4 * 2 ** 20 + 1);
    await expect(read('decks/a.md')).rejects.toThrow('The file is larger than 4 MiB. Pass url.');
    await expect(read('decks')).rejects.toThrow('There is no such file');
    await expect(read('none.md')).rejects.toThrow('There is no such file');
  });

  it('are missing, and not outside, if an allowed folder is named by a link', async () => {
    await symlink(working, join(root, 'linked'));
    const files = filesOf({ workingFolder: join(root, 'linked') });
    await expect(files.read('none.md')).rejects.toThrow('There is no such file');
    await expect(files.checkPlace('none/film.mp4')).rejects.toThrow('There is no such folder');
  });
});

describe('a video that the tools save', () => {
  it('is written in the working folder', async () => {
    const server = createServer((_, response) => response.end('film')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((listening) => server.once('listening', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await filesOf().checkPlace('decks/film.mp4');
    expect(await filesOf().save(url, 'decks/film.mp4')).toBe(join(working, 'decks', 'film.mp4'));
    expect(await readFile(join(working, 'decks', 'film.mp4'), 'utf8')).toBe('film');
  });

  it.each([
    ['../other/film.mp4', 'Must be within'],
    ['/tmp/film.mp4', 'Must be within'],
    ['../none/film.mp4', 'Must be within'],
    ['none/film.mp4', 'There is no such folder'],
    ['.bashrc', 'Must end with .mp4 or .webm'],
    ['decks/a.md', 'Must end with .mp4 or .webm'],
  ])('is not written to %s', async (path, message) => {
    await expect(filesOf().checkPlace(path)).rejects.toThrow(message);
  });

  it('is not written through links', async () => {
    await symlink(join(root, 'other', 'b.md'), join(working, 'film.mp4'));
    await symlink(join(working, 'decks', 'a.md'), join(working, 'deck.mp4'));
    await symlink(join(root, 'other'), join(working, 'beside'));
    await expect(filesOf().checkPlace('film.mp4')).rejects.toThrow('Must be within');
    for (const path of ['beside/film.mp4', 'beside/none/film.mp4'])
      await expect(filesOf().checkPlace(path)).rejects.toThrow('Must be within');
    await expect(filesOf().checkPlace('deck.mp4')).rejects.toThrow('Is a link to a file that is not a video.');
  });
});
