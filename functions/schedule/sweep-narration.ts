import { sharedServices } from '#app/composition/services.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { narrationSweep } from '#features/narration/sweep-audio.ts';

/** Sends the messages of slides' narration again whose worker crashed. */
export const handler = sweepHandler(() => {
  const { audio, audioQueue: queue, clock } = sharedServices();
  return narrationSweep({ audio, queue, clock });
});
