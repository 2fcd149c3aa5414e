import type { Clock } from '#kernel/shared/clock.ts';
import { pickServiceIdsForLog, type WriteWorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { NoReceiverResponseError, type PostToReceiver } from './ports.ts';

/** Outcome of an attempt with a response: the class of its status, as `2xx`. */
const outcomeOfAnswer = (status: number): string => `${Math.floor(status / 100)}xx`;
/** Outcome of an attempt without a response: `timeout` or `no_answer`. */
const outcomeOfFault = (error: unknown): string =>
  error instanceof NoReceiverResponseError && error.isTimeout ? 'timeout' : 'no_answer';

/** Wraps `post` so that it writes one log record for each attempt. The record does not contain the address, which is a client's text. */
export const withDeliveryAttemptLogging =
  (post: PostToReceiver, { record, clock }: { record: WriteWorkLogRecord; clock: Clock }): PostToReceiver =>
  async (url, headers, body) => {
    const startMs = clock().getTime();
    const writeRecord = (outcome: string, status?: number): void =>
      record({
        message: 'delivery try',
        dimensions: [{ outcome }],
        metrics: { DeliveryTries: 1, DeliveryDuration: clock().getTime() - startMs },
        details: { ...pickServiceIdsForLog({ event_id: headers['x-service-event-id'] }), status },
      });
    try {
      const answer = await post(url, headers, body);
      writeRecord(outcomeOfAnswer(answer.status), answer.status);
      return answer;
    } catch (error) {
      writeRecord(outcomeOfFault(error));
      throw error;
    }
  };
