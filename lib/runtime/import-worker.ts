import { IMAGE_FILE } from '../images/image-rules.ts';
import type { ImportDeckDeps } from '../imports/import-deck.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { readDeckApart } from './read-deck-apart.ts';
import { config, services } from './services.ts';
import { repeatEvery } from './worker.ts';

/** What the worker of imports needs. */
export const importDeckDeps = lazy((): ImportDeckDeps => {
  const { imports, importQueue: queue, files, tombstones, clock } = services();
  const fetchFile = httpFetchFile();
  const apart = readDeckApart(config().bareEnvironment, {
    fetchPicture: (url) => fetchFile(url, IMAGE_FILE),
    isAhead: true,
  });
  return { imports, queue, files, tombstones, clock, readDeckApart: apart, every: repeatEvery, log };
});
