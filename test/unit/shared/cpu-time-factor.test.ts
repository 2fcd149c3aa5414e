import { expect, it } from 'vitest';
import { cpuTimeFactorFault } from '#app/cpu-time-factor.ts';

it.each([undefined, '', '1', '2.5', '100'])('CPU_TIME_FACTOR may be %s', (CPU_TIME_FACTOR) => {
  expect(cpuTimeFactorFault({ CPU_TIME_FACTOR })).toBeUndefined();
});

it.each(['0', '0.5', '101', 'slow', ' '])('CPU_TIME_FACTOR may not be "%s"', (CPU_TIME_FACTOR) => {
  const fault = `CPU_TIME_FACTOR must be a number from 1 to 100, not "${CPU_TIME_FACTOR}"`;
  expect(cpuTimeFactorFault({ CPU_TIME_FACTOR })).toBe(fault);
});
