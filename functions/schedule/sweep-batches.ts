import { services } from '#app/composition/services.ts';
import { sweepHandler } from '#app/composition/sweep.ts';
import { batchesDuty } from '#features/renders/batches/sweep-batches.ts';

/** Continues with batches that a crash left behind. */
export const handler = sweepHandler(() => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = services();
  return batchesDuty({ batches, renders, queue, batchQueue, clock });
});
