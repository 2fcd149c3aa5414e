import { importDeck } from '../../lib/imports/import-deck.ts';
import { importDeckDeps } from '../../lib/runtime/import-worker.ts';
import { queueHandler } from '../../lib/runtime/queue-handler.ts';
import { messageIn } from '../../lib/runtime/worker.ts';

/** A message names an import. */
export const handler = queueHandler('imports', async (record, receipt) =>
  importDeck(importDeckDeps(), await messageIn(receipt, record, 'import'), receipt),
);
