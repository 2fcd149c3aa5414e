import type { CreateImportDeps } from '#features/imports/create-import.ts';
import { createHttpDeckFetcher } from '#features/imports/fetch-deck.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';

/** Dependencies of a request for an import. */
export const createImportDeps = lazy((): CreateImportDeps => {
  const { imports, templates, importQueue: queue, uploads, files, clock } = sharedServices();
  return { imports, templates, queue, uploads, blobs: files, clock, fetchFile: createHttpDeckFetcher() };
});
