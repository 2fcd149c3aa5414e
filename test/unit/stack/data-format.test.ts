import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '#emulators/host/data-dir.ts';
import {
  checkDataFolderFormat,
  type DataFolderFormatStep,
  migrateDataFolderFormat,
} from '#emulators/host/data-format.ts';
import { isWhole } from '#test/support/depth.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'data-format-'));
  for (const folder of ['dynamodb', 's3/blobs', 'logs']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'format'), '2\n');
  writeFileSync(join(root, 'dynamodb/dynamodb.db'), 'rows');
  writeFileSync(join(root, 's3/blobs/film'), 'a film');
  writeFileSync(join(root, 'event-sources.json'), '{}');
  writeFileSync(join(root, 'logs/stack.log'), 'a line');
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const STEPS: DataFolderFormatStep[] = [
  {
    from: 2,
    apply(folder) {
      const file = join(folder, 'dynamodb/dynamodb.db');
      writeFileSync(file, `${readFileSync(file, 'utf8')}, of format 3`);
      rmSync(join(folder, 'event-sources.json'));
    },
  },
  {
    from: 3,
    apply(folder) {
      const file = join(folder, 'dynamodb/dynamodb.db');
      writeFileSync(file, `${readFileSync(file, 'utf8')}, of format 4`);
      mkdirSync(join(folder, 'new'));
    },
  },
];
const formats = { current: 4, steps: STEPS };
const expectMigrated = (): void => {
  expect(read('format')).toBe('4\n');
  expect(read('dynamodb/dynamodb.db')).toBe('rows, of format 3, of format 4');
  expect(read('s3/blobs/film')).toBe('a film');
  expect(read('logs/stack.log')).toBe('a line');
  expect(readdirSync(root).sort()).toEqual(['before-2', 'dynamodb', 'format', 'logs', 'new', 's3']);
  expect(read('before-2/dynamodb/dynamodb.db')).toBe('rows');
  expect(read('before-2/event-sources.json')).toBe('{}');
  expect(read('before-2/s3/blobs/film')).toBe('a film');
  expect(read('before-2/format')).toBe('2\n');
};

describe('the format of a data folder', () => {
  it('goes forward step by step, and the earlier data are kept without a second copy of the files', () => {
    expect(migrateDataFolderFormat(root, formats)).toEqual({ from: 2, to: 4, kept: join(root, 'before-2') });
    expectMigrated();
    expect(statSync(join(root, 's3/blobs/film')).ino).toBe(statSync(join(root, 'before-2/s3/blobs/film')).ino);
    expect(migrateDataFolderFormat(root, formats)).toBeUndefined();
  });

  it('goes forward when a stack takes the folder', () => {
    const { migration, release } = lockDataDir(root, formats);
    release();
    expect(migration).toEqual({ from: 2, to: 4, kept: join(root, 'before-2') });
    expect(read('dynamodb/dynamodb.db')).toBe('rows, of format 3, of format 4');
    const again = lockDataDir(root, formats);
    again.release();
    expect(again.migration).toBeUndefined();
  });

  it('stays as it was when a step fails, and the next start uses the data as they were', () => {
    const failing = [STEPS[0] as DataFolderFormatStep, { from: 3, apply: () => expect.fail('the step failed') }];
    expect(() => migrateDataFolderFormat(root, { current: 4, steps: failing })).toThrow('the step failed');
    expect({ format: read('format'), rows: read('dynamodb/dynamodb.db') }).toEqual({ format: '2\n', rows: 'rows' });
    migrateDataFolderFormat(root, formats);
    expectMigrated();
  });

  it('keeps the data of every migration', () => {
    mkdirSync(join(root, 'before-2'));
    expect(migrateDataFolderFormat(root, formats)?.kept).toBe(join(root, 'before-2-2'));
    expect(read('before-2-2/dynamodb/dynamodb.db')).toBe('rows');
  });

  it('of a later version is refused, and one from which no steps lead here', () => {
    expect(() => checkDataFolderFormat(root, true, { current: 1, steps: [] })).toThrow(
      `DATA_DIR: ${root} has data of a later version of the service (format 2, not 1); update the service or set DATA_DIR`,
    );
    expect(() => checkDataFolderFormat(root, true, { current: 4, steps: STEPS.slice(1) })).toThrow(
      `DATA_DIR: ${root} has data of another version of the service (format 2, not 4); remove the folder or set DATA_DIR`,
    );
    checkDataFolderFormat(root, true, formats);
  });
});

/** A process that migrates the folder and is killed with -9 at its n-th change of the file system. */
const KILLED = `
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
let left = Number(process.argv[2]);
for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'writeFileSync', 'copyFileSync', 'linkSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
syncBuiltinESMExports();
import(process.argv[3]).then(({ migrateDataFolderFormat }) => {
  const { appendFileSync } = fs;
  const change = (format) => (folder) => {
    appendFileSync(folder + '/dynamodb/dynamodb.db', ', of format ' + format);
    if (format === 3) fs.rmSync(folder + '/event-sources.json');
    else fs.mkdirSync(folder + '/new');
  };
  migrateDataFolderFormat(process.argv[1], { current: 4, steps: [{ from: 2, apply: change(3) }, { from: 3, apply: change(4) }] });
});
`;

it('a migration that is killed at any change of a file continues at the next start, with nothing lost or done twice', () => {
  const module = new URL('../../../localstack/emulators/host/data-format.ts', import.meta.url).href;
  const sound = `${root}-sound`;
  const copy = (from: string, to: string) => spawnSync('cp', ['-a', from, to]);
  copy(root, sound);
  try {
    // Each kill is a process; a step of two meets all kinds of changes in the end, from another start each time.
    for (let change = 0; ; change += isWhole ? 2 : 5) {
      const { signal } = spawnSync(process.execPath, ['-e', KILLED, root, String(change), module]);
      if (signal === null) break;
      expect(signal).toBe('SIGKILL');
      expect(existsSync(join(root, 'format')) || existsSync(join(root, 'before-2/format'))).toBe(true);
      checkDataFolderFormat(root, true, formats);
      migrateDataFolderFormat(root, formats);
      expectMigrated();
      rmSync(root, { recursive: true });
      copy(sound, root);
    }
    expectMigrated();
  } finally {
    rmSync(sound, { recursive: true });
  }
});
