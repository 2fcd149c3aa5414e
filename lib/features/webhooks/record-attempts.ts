import type { Clock } from '#kernel/shared/clock.ts';
import { idsIn, type WriteRecord } from '#kernel/shared/unit-record.ts';
import { PostFault, type PostToReceiver } from './ports.ts';

/** Result of an attempt: the class of the status (`2xx`), `timeout`, or `no_answer`. */
const outcomeOfAnswer = (status: number): string => `${Math.floor(status / 100)}xx`;
const outcomeOfFault = (error: unknown): string =>
  error instanceof PostFault && error.isTimeout ? 'timeout' : 'no_answer';

/** Posts, and writes one record for each attempt. The address is text of a client, and is left out. */
export const withAttemptRecords =
  (post: PostToReceiver, { record, clock }: { record: WriteRecord; clock: Clock }): PostToReceiver =>
  async (url, headers, body) => {
    const begun = clock().getTime();
    const tell = (outcome: string, status?: number): void =>
      record({
        message: 'delivery try',
        dimensions: [{ outcome }],
        metrics: { DeliveryTries: 1, DeliveryDuration: clock().getTime() - begun },
        details: { ...idsIn({ event_id: headers['x-service-event-id'] }), status },
      });
    try {
      const answer = await post(url, headers, body);
      tell(outcomeOfAnswer(answer.status), answer.status);
      return answer;
    } catch (error) {
      tell(outcomeOfFault(error));
      throw error;
    }
  };
