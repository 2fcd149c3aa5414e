import { fetchImagesDeps } from '#app/composition/image-fetches.ts';
import { services } from '#app/composition/services.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { imageFetchesSweep } from '#features/images/fetching/sweep-image-fetches.ts';
import { importsSweep } from '#features/imports/sweep-imports.ts';

/** Re-drives imports, and fetches of images, that a crash left behind. */
export const handler = sweepHandler(
  () => {
    const { imports, importQueue: queue, clock } = services();
    return importsSweep({ imports, queue, clock });
  },
  () => imageFetchesSweep(fetchImagesDeps()),
);
