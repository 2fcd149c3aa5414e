import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';

/** The length of a transition that names none, as in the API. */
const DEFAULT_SECONDS = 0.5;
/** The length of the longest transition, as in the API. */
const MAX_SECONDS = 2;

/** The forms of a transition, for messages about an invalid one. */
export const TRANSITION_SYNTAX_HINT = `one of ${TRANSITION_TYPES.join(', ')}, if you like with its seconds (0 to ${MAX_SECONDS}), such as fade:0.8`;

/**
 * Reads a transition as decks and the command line write it: `fade`, or `fade:0.8` for another length, from 0 to 2 seconds.
 * @returns undefined for any other text
 */
export function parseTransitionText(text: string): { type: TransitionType; duration_seconds: number } | undefined {
  const [name, seconds, ...furtherParts] = text.trim().split(':');
  const type = TRANSITION_TYPES.find((candidate) => candidate === name);
  const duration_seconds = seconds === undefined ? (type === 'none' ? 0 : DEFAULT_SECONDS) : Number(seconds);
  const isLengthValid =
    seconds === undefined || (seconds.trim() !== '' && duration_seconds >= 0 && duration_seconds <= MAX_SECONDS);
  return type && isLengthValid && furtherParts.length === 0 ? { type, duration_seconds } : undefined;
}
