import { MAX_SPEECH_SECONDS, SpeechError, type SpeechErrorCode } from '../speech/engine.ts';
import type { SlideAudio } from '../timelines/public.ts';

/** Why no audio came of a request, and whether another attempt would end in the same way. */
export interface AudioFailure extends NonNullable<SlideAudio['error']> {
  isFinal: boolean;
  /** Nothing failed: there was too much to do. */
  isBusy: boolean;
}

const NARRATION_FAILED = { code: 'narration_failed', message: 'The narration could not be made.' } as const;

/** What lies in the request itself; all else may go well the next time. */
const OF_THE_REQUEST: Partial<Record<SpeechErrorCode, NonNullable<SlideAudio['error']>>> = {
  no_speech: { code: 'no_speech', message: 'The voice has no sound for this text.' },
  voice_unknown: { code: 'voice_unavailable', message: 'The voice is no longer there.' },
  speed_out_of_range: NARRATION_FAILED,
  text_refused: NARRATION_FAILED,
  too_long: { code: 'too_long', message: `The narration would last longer than ${MAX_SPEECH_SECONDS / 60} minutes.` },
};

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));

/** What is told of an error that ended an attempt. The error itself goes to the log only. */
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
