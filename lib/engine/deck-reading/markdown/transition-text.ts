import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';

const USUAL_SECONDS = 0.5;
const MAX_SECONDS = 2;

/** Hint about the form of a transition, for messages about invalid ones. */
export const TRANSITION_HINT = `one of ${TRANSITION_TYPES.join(', ')}, if you like with its seconds (0 to ${MAX_SECONDS}), such as fade:0.8`;

/**
 * A transition as decks and the command line write it: `fade`, or `fade:0.8` for another length in seconds.
 * @returns undefined for anything else
 */
export function readTransition(text: string): { type: TransitionType; duration_seconds: number } | undefined {
  const [name, seconds, ...more] = text.trim().split(':');
  const type = TRANSITION_TYPES.find((candidate) => candidate === name);
  const duration_seconds = seconds === undefined ? (type === 'none' ? 0 : USUAL_SECONDS) : Number(seconds);
  const isFine =
    seconds === undefined || (seconds.trim() !== '' && duration_seconds >= 0 && duration_seconds <= MAX_SECONDS);
  return type && isFine && more.length === 0 ? { type, duration_seconds } : undefined;
}
