import { describe, expect, it } from 'vitest';
import { NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { withDeliveryAttemptLogging } from '#features/webhooks/record-attempts.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { WorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { handClock } from '#test/support/samples/entities.ts';

const URL = 'https://canary-55aa.example/?token=canary-55aa';
const answers = {
  '2xx': async () => ({ status: 204, excerpt: 'canary-55aa' }),
  '5xx': async () => ({ status: 503, excerpt: 'canary-55aa' }),
  timeout: async () => Promise.reject(new NoReceiverResponseError('canary-55aa', { isTimeout: true })),
  no_answer: async () => Promise.reject(new NoReceiverResponseError('canary-55aa')),
};

describe('an attempt of a delivery', () => {
  it.each(Object.entries(answers))(
    'that ends as %s is recorded with its event, and never its address',
    async (outcome, post) => {
      const records: WorkLogRecord[] = [];
      const event = newId('event');
      const told = withDeliveryAttemptLogging(post, {
        record: (record) => void records.push(record),
        clock: handClock().clock,
      });
      await told(URL, { 'x-service-event-id': event, 'x-service-signature': 'canary-55aa' }, 'canary-55aa').catch(
        () => 0,
      );
      expect(records).toMatchObject([
        { dimensions: [{ outcome }], metrics: { DeliveryTries: 1 }, details: { event_id: event } },
      ]);
      expect(JSON.stringify(records)).not.toContain('canary-55aa');
    },
  );
});
