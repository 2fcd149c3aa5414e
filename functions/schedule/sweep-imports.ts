import { imageFetchesDuty } from '../../lib/images/fetching/sweep-image-fetches.ts';
import { importsDuty } from '../../lib/imports/sweep-imports.ts';
import { fetchImagesDeps } from '../../lib/runtime/image-fetches.ts';
import { services } from '../../lib/runtime/services.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Re-drives imports, and fetches of images, that a crash left behind. */
export const handler = sweepHandler(
  () => {
    const { imports, importQueue: queue, clock } = services();
    return importsDuty({ imports, queue, clock });
  },
  () => imageFetchesDuty(fetchImagesDeps()),
);
