import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { exitCodeForError, explainError } from '#cli/explain-error.ts';
import { CommandError, InterruptedBySignalError, UsageError } from '#emulators/host/command-errors.ts';
import { ApiError, NoAnswer } from '#front/client/api-error.ts';

const OPERATION = { method: 'GET', path: '/me' };
const refused = (code: string, status: number) =>
  new ApiError(
    OPERATION,
    status,
    JSON.stringify({ error: { code, message: 'No.', doc_url: `http://x/docs/errors#${code}` } }),
    null,
  );
const caught = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test.each([
  [new CommandError('x'), 1],
  [new Error('x'), 1],
  [new UsageError('x'), 2],
  [new InterruptedBySignalError('SIGINT', 130), 130],
])('%s ends a command with %i', (error, code) => expect(exitCodeForError(error)).toBe(code));

describe('what a failed command says', () => {
  it('is the message alone where it says what to do', () => {
    expect(explainError(new CommandError('Do that.'))).toBe('Do that.');
  });

  it.each([
    [refused('api_key_invalid', 401), 'npm run account -- create --plan pro'],
    [refused('plan_not_allowed', 403), 'npm run account -- plan'],
    [refused('import_encrypted', 422), 'See http://x/docs/errors#import_encrypted'],
    [refused('unreadable_answer', 404), 'it ends with the version'],
    [new NoAnswer(OPERATION, 'http://localhost:1/v1', new Error('ECONNREFUSED')), 'npm start'],
    [caught(() => readFileSync('/none/at/all')), '/none/at/all: there is no such file or folder. Check the name.'],
    [caught(() => readFileSync('/')), 'it is a folder. Name a file in it.'],
  ])('%s: tells what to do next', (error, advice) => expect(explainError(error)).toContain(advice));

  it('shows the stack of an unforeseen error only when it is asked for', () => {
    const error = new TypeError('x is not a function');
    expect(explainError(error, {})).toBe(
      'TypeError: x is not a function\nThis is unexpected. VIDEO_DEBUG=1 shows where it happened.',
    );
    expect(explainError(error, { VIDEO_DEBUG: '1' })).toContain('explain-error.test.ts');
  });
});
