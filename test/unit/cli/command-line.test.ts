import { expect, test } from 'vitest';
import { parseCommandArguments } from '#cli/command-line.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '#test/support/command-options.ts';

const USAGE = 'npm run measure [-- options]: measures\n  --repeat N  (1)\n';
const OPTIONS = { repeat: { ...NUMBER_OPTION, default: '1' }, only: TEXT_OPTION, add: { type: 'boolean' } } as const;
const read = (...args: string[]) => parseCommandArguments(USAGE, OPTIONS, args);

test('options come as they were given, the others as they are by default', () => {
  expect(read('--only', 'api', '--add')).toEqual({ values: { repeat: '1', only: 'api', add: true } });
});

test('--help gives the usage, whatever else is said', () => {
  for (const args of [['--help'], ['-h'], ['--what', '--help']])
    expect(read(...args)).toEqual({ text: USAGE.trim(), exitCode: 0 });
});

test.each([
  [['--what'], "Unknown option '--what'."],
  [['now'], "Unexpected argument 'now'."],
  [['--only'], "Option '--only <value>' argument missing."],
  [['--repeat', 'twice'], '--repeat takes a number, not "twice".'],
])('%j is refused with a sentence and the usage', (args, sentence) => {
  expect(read(...args)).toEqual({ text: `${sentence}\n\n${USAGE.trim()}`, exitCode: 2 });
});
