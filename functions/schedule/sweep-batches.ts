import { batchesDuty } from '../../lib/renders/batches/sweep-batches.ts';
import { services } from '../../lib/runtime/services.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Goes on with batches that a crash left behind. */
export const handler = sweepHandler(() => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = services();
  return batchesDuty({ batches, renders, queue, batchQueue, clock });
});
