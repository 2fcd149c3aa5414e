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

/** Failures that the request itself causes. After any other, another attempt may succeed. */
const OF_THE_REQUEST: Partial<Record<SpeechErrorCode, NonNullable<SlideAudio['error']>>> = {
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
  const passing = { isFinal: false, isBusy: false };
  if (error instanceof SpeechError && error.code === 'busy')
    return { ...passing, code: 'engine_failed', message: 'The speech engine was too busy.', isBusy: true };
  if (isTimeout(error)) return { ...passing, code: 'timed_out', message: 'The narration took too long.' };
  if (!(error instanceof SpeechError))
    return { ...passing, code: 'internal_error', message: 'The narration could not be made.' };
  const ofTheRequest = OF_THE_REQUEST[error.code];
  if (ofTheRequest) return { ...passing, ...ofTheRequest, isFinal: true };
  return { ...passing, code: 'engine_failed', message: 'The speech engine failed.' };
}
