import { importsDuty } from '../../lib/imports/sweep-imports.ts';
import { services } from '../../lib/runtime/services.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Re-drives imports that a crash left behind. */
export const handler = sweepHandler(() => {
  const { imports, importQueue: queue, clock } = services();
  return importsDuty({ imports, queue, clock });
});
