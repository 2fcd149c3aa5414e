import { createDeliveriesOfEventDeps, findReadableOutboxEvent } from '#app/composition/events.ts';
import { createTableStreamHandler } from '#app/composition/process-batch.ts';
import { writeMetricRecord } from '#app/composition/write-record.ts';
import { renderEndLogRecord } from '#features/renders/render-end-log-record.ts';
import { createDeliveriesOfEvent } from '#features/webhooks/create-deliveries-of-event.ts';

/**
 * Turns events of the outbox into deliveries. An event that is dispatched twice makes no second delivery. An event that a newer version of
 * the service wrote is skipped, so that it does not block the stream: the sweeper of that version dispatches it.
 */
export const handler = createTableStreamHandler('dispatch', async (record) => {
  const event = findReadableOutboxEvent(record);
  if (!event) return;
  await createDeliveriesOfEvent(createDeliveriesOfEventDeps(), event);
  const renderEndRecord = renderEndLogRecord(event);
  if (renderEndRecord) writeMetricRecord(renderEndRecord);
});
