import { eventOf } from '../../lib/aws/webhooks/outbox-record.ts';
import { recordOfEnd } from '../../lib/renders/record-of-end.ts';
import { dispatchDeps } from '../../lib/runtime/events.ts';
import { streamHandler } from '../../lib/runtime/process-batch.ts';
import { writeRecord } from '../../lib/runtime/write-record.ts';
import { dispatchEvent } from '../../lib/webhooks/dispatch-event.ts';

/** Turns events of the outbox into deliveries. An event that is dispatched twice makes no second delivery. */
export const handler = streamHandler('dispatch', async (record) => {
  const event = eventOf(record);
  await dispatchEvent(dispatchDeps(), event);
  const ended = recordOfEnd(event);
  if (ended) writeRecord(ended);
});
