import { describe, expect, it } from 'vitest';
import { SpeechError } from '#engine/speech/engine.ts';
import { audioFailureOf } from '#features/narration/audio-failure.ts';

describe('what is reported of an attempt at narration that failed', () => {
  it.each([
    ['no_speech', 'no_speech', true],
    ['voice_unknown', 'voice_unavailable', true],
    ['speed_out_of_range', 'narration_failed', true],
    ['too_long', 'too_long', true],
    ['busy', 'engine_failed', false],
    ['engine_failed', 'engine_failed', false],
  ] as const)('is, of an engine that says %s, %s', (code, told, isFinal) => {
    expect(audioFailureOf(new SpeechError(code, 'secret'))).toMatchObject({ code: told, isFinal });
  });

  it('is a postponement when the engine is too busy', () => {
    expect(audioFailureOf(new SpeechError('busy', 'x'))).toMatchObject({ isBusy: true });
    expect(audioFailureOf(new SpeechError('engine_failed', 'x'))).toMatchObject({ isBusy: false });
  });

  it('is that it took too long, also when the engine itself noticed', () => {
    const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    expect(audioFailureOf(timeout)).toMatchObject({ code: 'timed_out', isFinal: false });
    expect(audioFailureOf(new SpeechError('engine_failed', 'x', { cause: timeout }))).toMatchObject({
      code: 'timed_out',
    });
  });

  it('is nothing of what went wrong inside', () => {
    const failure = audioFailureOf(new Error('secret'));
    expect(failure).toMatchObject({ code: 'internal_error', isFinal: false });
    expect(failure.message).not.toContain('secret');
  });
});
