import { dispatchDeps, readableEvent } from '#app/composition/events.ts';
import { streamHandler } from '#app/composition/process-batch.ts';
import { writeRecord } from '#app/composition/write-record.ts';
import { recordOfEnd } from '#features/renders/record-of-end.ts';
import { dispatchEvent } from '#features/webhooks/dispatch-event.ts';

/**
 * Turns events of the outbox into deliveries. An event that is dispatched twice makes no second delivery. One of a newer version
 * is left to the sweeper of that version, so that it does not hold up the others.
 */
export const handler = streamHandler('dispatch', async (record) => {
  const event = readableEvent(record);
  if (!event) return;
  await dispatchEvent(dispatchDeps(), event);
  const ended = recordOfEnd(event);
  if (ended) writeRecord(ended);
});
