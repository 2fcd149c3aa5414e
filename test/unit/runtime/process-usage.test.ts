import { expect, it } from 'vitest';
import { parseProcStat, parsePsLine, processUsage } from '#app/sandbox/process-usage.ts';

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

it('says nothing about a process that has ended, or on Windows', async () => {
  expect(parsePsLine('')).toBeUndefined();
  expect(await processUsage(process.pid, 'win32')).toBeUndefined();
  expect(await processUsage(2 ** 30, 'darwin')).toBeUndefined();
});
