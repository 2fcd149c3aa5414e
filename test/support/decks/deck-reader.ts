import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleIfChanged } from '#deploy/bundle-if-changed.ts';
import { bundleInChild } from '#deploy/bundle-in-child.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const HANDLER = 'functions/queue/import-deck.handler';
const FOLDER = 'node_modules/.cache/deck-reader';

/**
 * Bundles the program of the process that reads a deck as the service has it, unless that is done already. A process that loads it from its
 * sources strips types of some hundred files, which takes several times as long as most decks of tests.
 */
export async function deckReader(): Promise<URL> {
  const request = { serviceDir: PROJECT, handlers: [HANDLER], outDir: FOLDER };
  const { bundles } = await bundleIfChanged(request, bundleInChild);
  const { [HANDLER]: bundle } = bundles;
  if (bundle === undefined) throw new Error(`there is no bundle of ${HANDLER}`);
  return pathToFileURL(join(PROJECT, dirname(bundle.handler), 'read-deck-worker.mjs'));
}
