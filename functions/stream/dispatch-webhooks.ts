import { eventOf } from '../../lib/aws/webhooks/outbox-record.ts';
import { dispatchDeps } from '../../lib/runtime/events.ts';
import { streamHandler } from '../../lib/runtime/process-batch.ts';
import { dispatchEvent } from '../../lib/webhooks/dispatch-event.ts';

/** Turns events of the outbox into deliveries. An event that is dispatched twice makes no second delivery. */
export const handler = streamHandler(async (record) => {
  await dispatchEvent(dispatchDeps(), eventOf(record));
});
