import { fetchImagesDeps } from '#app/composition/image-fetches.ts';
import { services } from '#app/composition/services.ts';
import { sweepHandler } from '#app/composition/sweep.ts';
import { imageFetchesDuty } from '#features/images/fetching/sweep-image-fetches.ts';
import { importsDuty } from '#features/imports/sweep-imports.ts';

/** Re-drives imports, and fetches of images, that a crash left behind. */
export const handler = sweepHandler(
  () => {
    const { imports, importQueue: queue, clock } = services();
    return importsDuty({ imports, queue, clock });
  },
  () => imageFetchesDuty(fetchImagesDeps()),
);
