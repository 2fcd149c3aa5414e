import { narrationDuty } from '../../lib/narration/sweep-audio.ts';
import { services } from '../../lib/runtime/services.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Re-drives the narration of slides that a crash left behind. */
export const handler = sweepHandler(() => {
  const { audio, audioQueue: queue, clock } = services();
  return narrationDuty({ audio, queue, clock });
});
