import { SPEECH_SPEED_RANGE } from '#kernel/shared/speech-speeds.ts';
import { parseEnteredNumber } from './parse-entered-number.ts';

/** An entered speed of narration; null for an empty text, undefined for any other text that is not a speed. */
export function parseEnteredSpeed(text: string): number | null | undefined {
  const speed = parseEnteredNumber(text);
  if (speed === null || speed === undefined) return speed;
  return speed >= SPEECH_SPEED_RANGE.min && speed <= SPEECH_SPEED_RANGE.max ? speed : undefined;
}

/** Returns an error message for an entered speed that cannot be saved; undefined for a valid one. */
export const enteredSpeedFault = (text: string): string | undefined =>
  parseEnteredSpeed(text) === undefined
    ? `Enter a speed from ${String(SPEECH_SPEED_RANGE.min)} to ${String(SPEECH_SPEED_RANGE.max)}, or leave it empty.`
    : undefined;
