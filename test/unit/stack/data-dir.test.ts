import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataDirStartError, lockDataDir, toFullDiskStartError } from '#emulators/host/data-dir.ts';
import { StartError } from '#emulators/host/start-error.ts';
import { readStackState, type StackState, writeStackState } from '#stack/state-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const idOfADeadProcess = () => spawnSync(process.execPath, ['--version']).pid;

describe('a data folder', () => {
  test('belongs to one stack at a time', () => {
    const first = lockDataDir(root);

    expect(() => lockDataDir(root)).toThrow(/in use by a local stack/);

    first.release();
    lockDataDir(root).release();
  });

  test('is free again when the process that held it is dead', () => {
    writeFileSync(join(root, 'stack.lock'), `${idOfADeadProcess()} 1`);

    lockDataDir(root).release();
  });

  test('is free again when the process id now belongs to another process', () => {
    writeFileSync(join(root, 'stack.lock'), `${process.pid} 1`);

    lockDataDir(root).release();
  });

  test('is used again by the same version of the service', () => {
    lockDataDir(root).release();
    lockDataDir(root).release();
  });

  test.each([
    [
      'before folders said their version',
      undefined,
      'another version of the service (format 1, not 2); remove the folder or set DATA_DIR',
    ],
    ['by a later version', '3', 'a later version of the service (format 3, not 2); update the service or set DATA_DIR'],
  ])('that was written %s is refused in one line', (_, format, reason) => {
    lockDataDir(root).release();
    rmSync(join(root, 'format'));
    if (format !== undefined) writeFileSync(join(root, 'format'), format);

    expect(() => lockDataDir(root)).toThrow(new StartError(`DATA_DIR: ${root} has data of ${reason}`));
  });

  test('is closed to others, also one that an earlier version left open', () => {
    const folder = join(root, 'data');
    lockDataDir(folder).release();
    chmodSync(folder, 0o755);
    const file = join(folder, 's3', 'film.mp4');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    chmodSync(join(folder, 's3'), 0o755);

    lockDataDir(folder).release();

    for (const path of [folder, join(folder, 's3'), file, join(folder, 'logs')])
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  });

  test.each([
    ['that everybody may write to', 0o1777],
    ['that has files of others', 0o755],
  ])('in a folder %s leaves that folder as it is', (_, mode) => {
    writeFileSync(join(root, 'of-others'), 'x');
    chmodSync(root, mode);

    lockDataDir(root).release();

    expect(statSync(root).mode & 0o7777).toBe(mode);
    expect(statSync(join(root, 's3')).mode & 0o077).toBe(0);
  });

  test('starts without the temporary files of a stack that was killed', () => {
    const first = lockDataDir(root);
    writeFileSync(join(first.temporary, 'left'), 'x');
    first.release();
    const second = lockDataDir(root);
    second.release();

    expect(readdirSync(second.temporary)).toEqual([]);
  });

  test('keeps its key, readable by its owner only', () => {
    const first = lockDataDir(root);
    const key = readFileSync(first.secretsKey);
    first.release();
    // As a folder that was copied has it.
    chmodSync(first.secretsKey, 0o644);
    lockDataDir(root).release();

    expect(key).toHaveLength(32);
    expect(readFileSync(first.secretsKey)).toEqual(key);
    expect(statSync(first.secretsKey).mode & 0o777).toBe(0o600);
  });
});

describe('a data folder that cannot be written', () => {
  test.each([
    [
      'below a regular file',
      'file/below',
      /^DATA_DIR: \/.*file\/below cannot be written: a part of the path is not a folder$/,
    ],
    ['that is a regular file', 'file', /^DATA_DIR: \/.*file cannot be written: it is not a folder$/],
  ])('%s is refused in one line', (_, path, message) => {
    writeFileSync(join(root, 'file'), '');

    expect(() => lockDataDir(join(root, path))).toThrow(StartError);
    expect(() => lockDataDir(join(root, path))).toThrow(message);
  });

  test('in a part of it is refused, and is free for another start', () => {
    writeFileSync(join(root, 'logs'), '');

    expect(() => lockDataDir(root)).toThrow(/cannot be written: it is not a folder/);

    rmSync(join(root, 'logs'));
    lockDataDir(root).release();
  });

  test.each([
    ['EROFS', 'read-only file system'],
    ['EACCES', 'permission denied'],
    ['ENOSPC', 'no space left on the device'],
    ['EIO', 'EIO'],
  ])('because of %s is refused with the reason', (code, reason) => {
    const error = Object.assign(new Error(code), { code, syscall: 'mkdir' });

    expect(dataDirStartError(error, '/data')).toEqual(new StartError(`DATA_DIR: /data cannot be written: ${reason}`));
  });

  test('once the start is under way is refused in one line, too, and nothing else is taken for that', () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });

    expect(toFullDiskStartError(full, '/data')).toEqual(
      new StartError('DATA_DIR: /data cannot be written: no space left on the device'),
    );
    expect(toFullDiskStartError(refused, '/data')).toBe(refused);
  });

  test('for another reason keeps the error as it is', () => {
    const error = new TypeError('not of the system');

    expect(dataDirStartError(error, '/data')).toBe(error);
  });
});

describe('the state file', () => {
  const state: StackState = {
    pid: process.pid,
    base_url: 'http://localhost:3000/v1',
    endpoint: 'http://127.0.0.1:4566',
    ports: { api: 3000, edge: 4566 },
    children: { api: 1 },
    names: { Table: 'demo' },
    environment: { TABLE_NAME: 'demo' },
  };

  test('tells others of a running stack, and only its owner', () => {
    const path = join(root, 'stack.json');
    writeStackState(path, state);

    expect(readStackState(path)).toEqual(state);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('says nothing of a stack that was killed', () => {
    const path = join(root, 'stack.json');
    writeStackState(path, { ...state, pid: idOfADeadProcess() });

    expect(readStackState(path)).toBeUndefined();
  });

  test('says nothing when it is not there or is not a state', () => {
    const path = join(root, 'stack.json');
    expect(readStackState(path)).toBeUndefined();
    writeFileSync(path, '{"pid":1}');
    expect(readStackState(path)).toBeUndefined();
  });
});
