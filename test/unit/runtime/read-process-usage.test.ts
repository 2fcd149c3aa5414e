import { expect, it } from 'vitest';
import {
  parseProcStat,
  parsePsLine,
  parseWindowsTasklistLine,
  readProcessUsage,
} from '#app/sandbox/read-process-usage.ts';

it('reads the proc file system of Linux, whatever the name of the program', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const fields = numbers.with(11, 150).with(12, 50).with(21, 1000);
  expect(parseProcStat(`7 (a) b) ${fields.join(' ')}`)).toEqual({ cpuSeconds: 2, memoryBytes: 4_096_000 });
});

it.each([
  ['  0:01.25   2048\n', 1.25, 2_097_152],
  ['12:00.00 1\n', 720, 1024],
  ['01:02:03 1\n', 3723, 1024],
  ['1-00:00:01 1\n', 86_401, 1024],
])('reads the line of ps: %j', (line, cpuSeconds, memoryBytes) =>
  expect(parsePsLine(line)).toEqual({ cpuSeconds, memoryBytes }),
);

it.each([
  ['"node.exe","4711","Console","1","123,456 K","Running","PC\\me","0:00:05","N/A"', 5],
  ['"node.exe","4711","Services","0","123.456 K","Wird ausgeführt","PC\\ich","1:02:03","Nicht zutreffend"', 3723],
  ['"node.exe","4711","Console","1","123\u00a0456 Ko","En cours","PC\\moi","12:00:00","N/A"', 43_200],
])('reads the line of tasklist in each language: %j', (line, cpuSeconds) =>
  expect(parseWindowsTasklistLine(`${line}\r\n`)).toEqual({ cpuSeconds, memoryBytes: 123_456 * 1024 }),
);

it('says nothing about a process that has ended, or without the program of the system', async () => {
  expect(parsePsLine('')).toBeUndefined();
  expect(
    parseWindowsTasklistLine('INFO: No tasks are running which match the specified criteria.\r\n'),
  ).toBeUndefined();
  expect(await readProcessUsage(2 ** 30, 'win32')).toBeUndefined();
  expect(await readProcessUsage(2 ** 30, 'darwin')).toBeUndefined();
});
