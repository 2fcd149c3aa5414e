import { IMAGE_FILE } from '../images/image-rules.ts';
import type { ImportDeckDeps } from '../imports/import-deck.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { DECK_PROCESS_LIMITS, readDeckApart } from './read-deck-apart.ts';
import { config, services } from './services.ts';
import { repeatEvery } from './worker.ts';

/** What the worker of imports needs. */
export const importDeckDeps = lazy((): ImportDeckDeps => {
  const { imports, importQueue: queue, files, tombstones, clock } = services();
  const fetchFile = httpFetchFile();
  const apart = readDeckApart(config().bareEnvironment, DECK_PROCESS_LIMITS, (url) => fetchFile(url, IMAGE_FILE));
  return { imports, queue, files, tombstones, clock, readDeckApart: apart, every: repeatEvery, log };
});
