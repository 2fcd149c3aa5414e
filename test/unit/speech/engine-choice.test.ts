import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chooseSpeechEngine,
  speechEngineChoiceFault,
  speechEngineVariableSchemas,
} from '#engine/speech/engine-choice.ts';

const VOICES = JSON.stringify([{ id: 'amy', language: 'en-US', args: ['--speaker', '3'] }]);
const COMMAND = {
  NARRATION_ENGINE: 'command',
  NARRATION_COMMAND: '["piper", "--output-raw"]',
  NARRATION_COMMAND_VOICES: VOICES,
};
const choose = (environment: Record<string, string>) =>
  chooseSpeechEngine(z.object(speechEngineVariableSchemas).parse(environment), environment);

describe('who narrates', () => {
  it.each([
    [{}, 'natural'],
    [{ NARRATION_ENGINE: '' }, 'natural'],
    [{ NARRATION_ENGINE: 'natural' }, 'natural'],
    [{ NARRATION_ENGINE: 'espeak-ng' }, 'espeak-ng'],
    [{ NARRATION_ENGINE: 'polly' }, 'polly'],
  ])('%j: %s', (environment, engine) => {
    expect(choose(environment)).toEqual({ engine });
  });

  it('can be a program, which sees nothing of the environment that it does not need', () => {
    const secret = { AWS_SECRET_ACCESS_KEY: 'hunter2', PATH: '/usr/bin' };
    expect(choose({ ...COMMAND, ...secret, NARRATION_COMMAND_SAMPLE_RATE: '16000' })).toEqual({
      engine: 'command',
      settings: {
        command: ['piper', '--output-raw'],
        voices: [{ id: 'amy', language: 'en-US', args: ['--speaker', '3'] }],
        sampleRate: 16_000,
        version: undefined,
        environment: { PATH: '/usr/bin' },
      },
    });
  });

  it.each([
    [{ NARRATION_ENGINE: 'siri' }, /^NARRATION_ENGINE: .*espeak-ng.*polly.*command/],
    [{ NARRATION_ENGINE: 'command' }, /needs NARRATION_COMMAND/],
    [{ ...COMMAND, NARRATION_COMMAND_VOICES: '' }, /needs NARRATION_COMMAND/],
    [{ ...COMMAND, NARRATION_COMMAND: 'piper --output-raw' }, /^NARRATION_COMMAND: Not JSON/],
    [{ ...COMMAND, NARRATION_COMMAND: '[]' }, /^NARRATION_COMMAND: /],
    [{ ...COMMAND, NARRATION_COMMAND: '["piper", 3]' }, /^NARRATION_COMMAND: \[1\]/],
    [
      { ...COMMAND, NARRATION_COMMAND_VOICES: '[{"id":"a b","language":"en"}]' },
      /^NARRATION_COMMAND_VOICES: \[0\.id\]/,
    ],
    [
      { ...COMMAND, NARRATION_COMMAND_VOICES: '[{"id":"a","language":"english!"}]' },
      /\[0\.language\] Not the tag of a known language/,
    ],
    [
      { ...COMMAND, NARRATION_COMMAND_VOICES: '[{"id":"a","language":"en"},{"id":"a","language":"de"}]' },
      /the same id/,
    ],
    [{ ...COMMAND, NARRATION_COMMAND_SAMPLE_RATE: 'high' }, /^NARRATION_COMMAND_SAMPLE_RATE: /],
  ])('%j is a fault that is named', (environment, fault) => {
    expect(speechEngineChoiceFault(environment)).toMatch(fault);
  });

  it('has no fault in what is right, or not set at all', () => {
    expect(speechEngineChoiceFault({})).toBeUndefined();
    expect(speechEngineChoiceFault(COMMAND)).toBeUndefined();
  });
});
