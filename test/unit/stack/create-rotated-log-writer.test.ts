import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createRotatedLogWriter,
  rotatedLogFiles,
  truncateLogOfOtherProcess,
} from '#emulators/host/create-rotated-log-writer.ts';
import { createStackLog } from '#stack/log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotated-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const BOUNDS = { bytes: 100, files: 3 };
const line = (number: number): string => `line ${String(number).padStart(4, '0')}\n`;
const linesOf = (path: string): string =>
  rotatedLogFiles(path, BOUNDS)
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

it('a log keeps its last lines, in files of a bounded size and number', () => {
  const path = join(folder, 'stack.log');
  const append = createRotatedLogWriter(path, BOUNDS);
  for (let number = 0; number < 100; number++) append(line(number));

  expect(readdirSync(folder).sort()).toEqual(['stack.log', 'stack.log.1', 'stack.log.2']);
  for (const file of rotatedLogFiles(path, BOUNDS)) expect(statSync(file).size).toBeLessThanOrEqual(BOUNDS.bytes);
  const kept = Array.from({ length: 30 }, (_, index) => line(70 + index)).join('');
  expect(linesOf(path)).toBe(kept);

  // Another process continues, as after a restart.
  const again = createRotatedLogWriter(path, BOUNDS);
  for (let number = 100; number < 105; number++) again(line(number));
  expect(linesOf(path).endsWith(line(103) + line(104))).toBe(true);
  expect(linesOf(path)).toHaveLength(line(0).length * 25);
});

it('a line that is longer than a file is kept whole, and a removed file is made again', () => {
  const path = join(folder, 'stack.log');
  const append = createRotatedLogWriter(path, BOUNDS);
  append(line(1));
  append('x'.repeat(250));
  expect(readFileSync(path, 'utf8')).toHaveLength(250);
  rmSync(path);
  append(line(2));
  expect(readFileSync(path, 'utf8')).toBe(line(2));
});

it('a log that a running process has open is shortened, and the process continues in it', async () => {
  const path = join(folder, 'dynamodb.log');
  const output = openSync(path, 'a');
  const input = join(folder, 'input');
  writeFileSync(input, '');
  const child = spawn('tail', ['-n', '+1', '-s', '0.02', '-f', input], { stdio: ['ignore', output, output] });
  const write = async (text: string): Promise<void> => {
    appendFileSync(input, text);
    await expect.poll(() => readFileSync(path, 'utf8').endsWith(text)).toBe(true);
  };
  const first = Array.from({ length: 12 }, (_, number) => line(number)).join('');
  await write(first);

  truncateLogOfOtherProcess(path, BOUNDS);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe(first);
  expect(statSync(path).size).toBe(0);

  await write(line(12));
  expect(readFileSync(path, 'utf8')).toBe(line(12));
  truncateLogOfOtherProcess(path, BOUNDS);
  expect(existsSync(`${path}.2`)).toBe(false);
  child.kill();
  await once(child, 'exit');
});

it('the log of the stack is rotated at ten megabytes', () => {
  const path = join(folder, 'stack.log');
  writeFileSync(path, Buffer.alloc(9_999_990, 10));
  const log = createStackLog(folder, 'silent');
  log.info('the first line of a new file');
  expect(statSync(`${path}.1`).size).toBe(9_999_990);
  expect(readFileSync(path, 'utf8')).toMatch(/^\S+ info the first line of a new file\n$/);
});
