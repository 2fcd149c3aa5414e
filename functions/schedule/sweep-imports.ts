import { fetchImagesDeps } from '#app/composition/image-fetches.ts';
import { sharedServices } from '#app/composition/services.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { imageFetchesSweep } from '#features/images/fetching/sweep-image-fetches.ts';
import { importsSweep } from '#features/imports/sweep-imports.ts';

/** Sends the messages of imports, and of images to fetch, again whose worker crashed. */
export const handler = createSweepHandler(
  () => {
    const { imports, importQueue: queue, clock } = sharedServices();
    return importsSweep({ imports, queue, clock });
  },
  () => imageFetchesSweep(fetchImagesDeps()),
);
