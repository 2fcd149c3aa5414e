import type { SQSRecord } from 'aws-lambda';
import { findNewerVersionRetrySeconds } from '#adapters/aws/queue-messages.ts';
import { HANDED_BACK_COUNT_ATTRIBUTE, resendQueueMessage } from '#adapters/aws/queues.ts';
import { withRetryDeadline } from '#adapters/aws/retries.ts';
import type { Config } from '#app/config.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { MESSAGE_RESEND_DELAY_SECONDS } from '#platform/leases/lease-rules.ts';
import { hideReceivedMessage, type ReceivedMessage } from '#platform/leases/run-leased-work.ts';
import { createSqsMessageHider } from './hide-message.ts';
import { log } from './log.ts';
import { createQueueBatchHandler } from './process-batch.ts';
import { config, sharedServices } from './services.ts';

/** Milliseconds after which the work starts although its message could not be hidden; the queue's visibility timeout applies then. */
const HIDE_DEADLINE_MS = 3000;

/**
 * The handler of a queue, which hides each message before anything else. A message that is put off is sent again after a
 * delay, in which its lease ends. A message of a newer version is sent again after growing pauses, for 21 minutes. Then the message goes to the
 * dead-letter queue, and the sweeper requests the work again by a message of this version.
 * @param hiddenSeconds time for which a message is hidden at the start; absent: a little longer than a lease
 */
export const createQueueHandler = (
  queue: keyof Config['queues'],
  handle: (record: SQSRecord, receivedMessage: ReceivedMessage) => Promise<void>,
  hiddenSeconds?: number,
) => {
  // Hidden first, and briefly: if the worker is killed at its start, the message returns after seconds.
  const hideAndHandle = async (record: SQSRecord): Promise<void> => {
    const receivedMessage = { message_id: record.messageId, hideFor: createSqsMessageHider(queue, record) };
    const hiddenMessage = await withRetryDeadline(HIDE_DEADLINE_MS, () =>
      hideReceivedMessage({ clock: sharedServices().clock, log }, receivedMessage, hiddenSeconds),
    );
    await handle(record, hiddenMessage);
  };
  return createQueueBatchHandler(
    queue,
    hideAndHandle,
    // Returns true if the message was sent again, false if it was given up.
    async ({ body, messageId, attributes, messageAttributes }, reason) => {
      const timesHandedBack = Number(messageAttributes?.[HANDED_BACK_COUNT_ATTRIBUTE]?.stringValue ?? 0);
      const isOfNewerVersion = reason instanceof WrittenByNewerVersionError;
      const delaySeconds = isOfNewerVersion
        ? findNewerVersionRetrySeconds(timesHandedBack)
        : MESSAGE_RESEND_DELAY_SECONDS;
      if (delaySeconds === undefined) {
        log.error('message of a newer version given up', {
          message_id: messageId,
          queue,
          handed_back: timesHandedBack,
        });
        return false;
      }
      const resentMessage = {
        group: attributes.MessageGroupId,
        body,
        handedBack: isOfNewerVersion ? timesHandedBack + 1 : timesHandedBack,
      };
      await resendQueueMessage(sharedServices().clients.sqs, config().queues[queue], resentMessage, delaySeconds);
      return true;
    },
  );
};
