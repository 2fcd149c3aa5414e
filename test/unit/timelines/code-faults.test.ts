import { expect, it } from 'vitest';
import { codeFieldDefinition } from '#features/timelines/slide-fields/code.ts';

const faultsOf = (focus: string[], text = 'a\nb\nc') => {
  const stored = { text, focus };
  return codeFieldDefinition.faults?.(stored, { points: [], sent: stored }) ?? [];
};

it('lines that are lit are lines of the code', () => {
  expect(faultsOf(['1-2', '3'])).toEqual([]);
  expect(faultsOf(['1', '2-4'])).toEqual([{ param: 'code.focus[1]', message: 'Must be from 1 to 3.' }]);
  expect(faultsOf(['3-1'])[0]?.message).toBe('Must name the earlier line first.');
  expect(faultsOf(['1-9'], '{{listing}}')).toEqual([]);
});

it.each(['0', '1-', 'a', '1-3-5', '1 2', ''])('%j is not a group of lines', (group) => {
  expect(codeFieldDefinition.sent.safeParse({ text: 'a', focus: [group] }).success).toBe(false);
});
