import { expect, it } from 'vitest';
import { processStartTime } from '#emulators/host/process-table.ts';

it('tells processes apart by their start, in one word, on each system that shows it', () => {
  expect(processStartTime(process.pid, 'linux')).toMatch(/^\d+$/);
  expect(processStartTime(process.pid, 'darwin')).toMatch(/^\w{3}-\w{3}-\d+-\d\d:\d\d:\d\d-\d{4}$/);
  expect(processStartTime(process.pid, 'win32')).toBeUndefined();
});

it('has no start of a process that does not run', () => {
  expect(processStartTime(2 ** 30, 'linux')).toBeUndefined();
  expect(processStartTime(2 ** 30, 'darwin')).toBeUndefined();
});
