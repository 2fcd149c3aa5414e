import { fetchImagesDeps } from '#app/composition/image-fetches.ts';
import { importDeckDeps } from '#app/composition/import-worker.ts';
import { createQueueHandler } from '#app/composition/queue-handler.ts';
import { parseQueueRecord, runWorkInAccountSlot } from '#app/composition/worker.ts';
import { fetchImages } from '#features/images/fetching/fetch-images.ts';
import { importDeck } from '#features/imports/import-deck.ts';

/**
 * Handles a message for each import of a deck, and for images to fetch. Images are fetched in a slot of their account, because slow servers
 * would otherwise occupy the workers of all accounts.
 */
export const handler = createQueueHandler('imports', async (record, receipt) => {
  const message = await parseQueueRecord(receipt, record, 'import', 'image_fetch');
  if (message.type === 'image_fetch')
    await runWorkInAccountSlot(message, () => fetchImages(fetchImagesDeps(), message, receipt));
  else await importDeck(importDeckDeps(), message, receipt);
});
