import { MAX_SPEECH_SECONDS, SpeechError, type SpeechErrorCode } from '#engine/speech/engine.ts';
import type { SlideAudio } from '#features/timelines/public.ts';

/** Reason why a request for audio failed. */
export interface AudioFailure extends NonNullable<SlideAudio['error']> {
  /** True when another attempt would fail in the same way. */
  isFinal: boolean;
  /** True when the engine was only too busy, which does not count as a failure. */
  isBusy: boolean;
}

const NARRATION_FAILED = { code: 'narration_failed', message: 'The narration could not be made.' } as const;

/** Failures that the request itself causes, by the error's code. After any other failure, another attempt may succeed. */
const REQUEST_FAILURES: Partial<Record<SpeechErrorCode, NonNullable<SlideAudio['error']>>> = {
  no_speech: { code: 'no_speech', message: 'The voice produces no sound for this text.' },
  voice_unknown: { code: 'voice_unavailable', message: 'The voice is no longer available.' },
  speed_out_of_range: NARRATION_FAILED,
  text_refused: NARRATION_FAILED,
  too_long: { code: 'too_long', message: `The narration would last longer than ${MAX_SPEECH_SECONDS / 60} minutes.` },
};

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));

/** The failure that clients see for an error that ended an attempt. The error itself is only logged. */
export function audioFailureOf(error: unknown): AudioFailure {
  const retryableFailure = { isFinal: false, isBusy: false };
  if (error instanceof SpeechError && error.code === 'busy')
    return { ...retryableFailure, code: 'engine_failed', message: 'The speech engine was too busy.', isBusy: true };
  if (isTimeout(error)) return { ...retryableFailure, code: 'timed_out', message: 'The narration took too long.' };
  if (!(error instanceof SpeechError))
    return { ...retryableFailure, code: 'internal_error', message: 'The narration could not be made.' };
  const requestFailure = REQUEST_FAILURES[error.code];
  if (requestFailure) return { ...retryableFailure, ...requestFailure, isFinal: true };
  return { ...retryableFailure, code: 'engine_failed', message: 'The speech engine failed.' };
}
