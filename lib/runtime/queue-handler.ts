import type { SQSRecord } from 'aws-lambda';
import { sendAgain } from '../aws/queues.ts';
import type { Config } from '../config.ts';
import { RESEND_SECONDS } from '../leases/lease-rules.ts';
import { batchHandler } from './process-batch.ts';
import { config, services } from './services.ts';

/** The handler of a queue. A message that is put off comes again when a lease that was taken for it has ended. */
export const queueHandler = (queue: keyof Config['queues'], handle: (record: SQSRecord) => Promise<void>) =>
  batchHandler(queue, handle, ({ body, attributes: { MessageGroupId: group } }) =>
    sendAgain(services().clients.sqs, config().queues[queue], { group, body }, RESEND_SECONDS),
  );
