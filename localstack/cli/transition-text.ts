import { z } from 'zod';
import type { Transition } from '../../lib/timelines/slide.ts';
import { TRANSITION_TYPES } from '../../lib/video/transitions/transition-frames.ts';

const USUAL_SECONDS = 0.5;

/** A transition as decks and the command line write it: `fade`, or `fade:0.8` for another length in seconds. */
export const transitionText = z.string().transform((text, context): Transition => {
  const [name, seconds, ...more] = text.trim().split(':');
  const type = TRANSITION_TYPES.find((candidate) => candidate === name);
  const duration_seconds = seconds === undefined ? (type === 'none' ? 0 : USUAL_SECONDS) : Number(seconds);
  const isFine = seconds === undefined || (seconds.trim() !== '' && duration_seconds >= 0 && duration_seconds <= 2);
  if (type && isFine && more.length === 0) return { type, duration_seconds };
  context.addIssue({
    code: 'custom',
    message: `one of ${TRANSITION_TYPES.join(', ')}, if you like with its seconds (0 to 2), such as fade:0.8`,
  });
  return z.NEVER;
});
