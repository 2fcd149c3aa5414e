import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';

const COMMAND = join(import.meta.dirname, '../../../localstack/cli/commands/voice.ts');
const SYNTHESIZER = join(import.meta.dirname, '../../fixtures/narration/synthesizer.mjs');

/** Runs the command. @param variables how the speaker is set up */
async function voice(variables: Record<string, string>, ...options: string[]) {
  const env = { ...INHERITED_ENVIRONMENT, ...variables };
  return promisify(execFile)(process.execPath, [COMMAND, ...options], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}
const speaker = (behaviour: string, more: Record<string, string> = {}) => ({
  NARRATION_ENGINE: 'command',
  NARRATION_COMMAND: JSON.stringify([process.execPath, SYNTHESIZER, behaviour]),
  NARRATION_COMMAND_VOICES: JSON.stringify([{ id: 'tone', language: 'en-US' }]),
  ...more,
});

it('says of a program that speaks how long and how loud it was', async () => {
  const { code, stdout } = await voice(speaker('wav'), '--check', '--json');
  const { checks } = JSON.parse(stdout) as { checks: Record<string, number | string[]>[] };
  expect(code).toBe(0);
  expect(checks).toHaveLength(1);
  expect(checks[0]).toMatchObject({ voice: 'tone', faults: [] });
  expect(checks[0]?.loudness_lufs).toBeCloseTo(-16, 0);
});

it.each([
  [
    'another rate than is said',
    speaker('raw', { NARRATION_COMMAND_SAMPLE_RATE: '96000' }),
    'NARRATION_COMMAND_SAMPLE_RATE',
  ],
  ['a failing program', speaker('fail'), 'Run the program by hand'],
])('tells %s at once, with 1', async (_, variables, advice) => {
  const { code, stdout, stderr } = await voice(variables, '--check');
  expect(stdout).toContain(advice);
  expect(stderr).toContain('Not every voice works.');
  expect(code).toBe(1);
});

it.each([
  [
    'a missing program',
    { ...speaker('wav'), NARRATION_COMMAND: '["no-such-speaker"]' },
    'there is no program no-such-speaker',
    1,
  ],
  ['a setting that is not JSON', { ...speaker('wav'), NARRATION_COMMAND: 'piper' }, 'NARRATION_COMMAND: Not JSON.', 2],
  ['a voice that is built in', {}, 'NARRATION_ENGINE is natural', 2],
])('names %s', async (_, variables, sentence, exitCode) => {
  const { code, stderr } = await voice(variables, '--check');
  expect(stderr).toContain(sentence);
  expect(code).toBe(exitCode);
});

it.each([
  [{}, 'A natural voice speaks English here'],
  [{ NARRATION_ENGINE: 'espeak-ng' }, 'like a robot'],
])('tells who speaks with %j', async (variables, sentence) => {
  const { code, stdout } = await voice(variables);
  expect(stdout).toContain(sentence);
  expect(code).toBe(0);
});
