import type { SQSRecord } from 'aws-lambda';
import { handBackSeconds } from '../aws/queue-messages.ts';
import { HANDED_BACK, sendAgain } from '../aws/queues.ts';
import type { Config } from '../config.ts';
import { RESEND_SECONDS } from '../leases/lease-rules.ts';
import { NewerVersion } from '../shared/errors.ts';
import { log } from './log.ts';
import { batchHandler } from './process-batch.ts';
import { config, services } from './services.ts';

/**
 * The handler of a queue. A message that is put off comes again when a lease that was taken for it has ended. One of a newer
 * version comes after growing pauses, for 21 minutes; then it goes to the dead-letter queue, and the sweeper asks for the work
 * again, in messages of this version.
 */
export const queueHandler = (queue: keyof Config['queues'], handle: (record: SQSRecord) => Promise<void>) =>
  batchHandler(queue, handle, async ({ body, messageId, attributes, messageAttributes }, reason) => {
    const times = Number(messageAttributes?.[HANDED_BACK]?.stringValue ?? 0);
    const isNewer = reason instanceof NewerVersion;
    const seconds = isNewer ? handBackSeconds(times) : RESEND_SECONDS;
    if (seconds === undefined) {
      log.error('message of a newer version given up', { message_id: messageId, queue, handed_back: times });
      return false;
    }
    const again = { group: attributes.MessageGroupId, body, handedBack: isNewer ? times + 1 : times };
    await sendAgain(services().clients.sqs, config().queues[queue], again, seconds);
    return true;
  });
