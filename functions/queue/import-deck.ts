import { fetchImages } from '../../lib/images/fetching/fetch-images.ts';
import { importDeck } from '../../lib/imports/import-deck.ts';
import { fetchImagesDeps } from '../../lib/runtime/image-fetches.ts';
import { importDeckDeps } from '../../lib/runtime/import-worker.ts';
import { queueHandler } from '../../lib/runtime/queue-handler.ts';
import { messageIn, workInSlot } from '../../lib/runtime/worker.ts';

/** A message names an import, or images to fetch: those in a slot of their account, for an address may answer slowly. */
export const handler = queueHandler('imports', async (record, receipt) => {
  const message = await messageIn(receipt, record, 'import', 'image_fetch');
  if (message.type === 'image_fetch') await workInSlot(message, () => fetchImages(fetchImagesDeps(), message, receipt));
  else await importDeck(importDeckDeps(), message, receipt);
});
