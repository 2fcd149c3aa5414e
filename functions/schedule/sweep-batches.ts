import { sharedServices } from '#app/composition/services.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { batchesSweep } from '#features/renders/batches/sweep-batches.ts';

/** Continues batches whose worker crashed. */
export const handler = createSweepHandler(() => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = sharedServices();
  return batchesSweep({ batches, renders, queue, batchQueue, clock });
});
