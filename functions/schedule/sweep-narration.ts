import { sharedServices } from '#app/composition/services.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { narrationSweep } from '#features/narration/sweep-audio.ts';

/** Sends the messages of slides' narration again whose worker crashed. */
export const handler = createSweepHandler(() => {
  const { audio, audioQueue: queue, clock } = sharedServices();
  return narrationSweep({ audio, queue, clock });
});
