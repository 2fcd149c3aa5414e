import { recordOfEnd } from '../../lib/renders/record-of-end.ts';
import { dispatchDeps, readableEvent } from '../../lib/runtime/events.ts';
import { streamHandler } from '../../lib/runtime/process-batch.ts';
import { writeRecord } from '../../lib/runtime/write-record.ts';
import { dispatchEvent } from '../../lib/webhooks/dispatch-event.ts';

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
