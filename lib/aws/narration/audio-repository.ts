import { lookAfterLease } from '../../leases/lease-rules.ts';
import { type AudioStore, firstAudioLook } from '../../narration/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import type { AudioRef, SlideAudio } from '../../timelines/public.ts';
import { dueItems, listedAs } from '../table/due-items.ts';
import { parseItems } from '../table/item.ts';
import { gsi2, type Key, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { audioCodec } from './narration-items.ts';

/** Where the second index lists audio that is neither ready nor failed. */
const lookAttributes = ({ timeline_id, slide_id }: Omit<AudioRef, 'job'>, at: string) =>
  gsi2.audio.attributes(`${timeline_id}#${slide_id}`, at);

/** The audio of slides, stored beside the revisions of its timeline's slides. */
export function audioRepository(table: Table): AudioStore {
  const keyOf = ({ account_id, timeline_id, slide_id }: Omit<AudioRef, 'job'>): Key =>
    keys.audio(account_id, timeline_id, slide_id);

  /** A change by the worker of the last claim. It fails after a later claim, or a later request. */
  async function settle(
    audio: SlideAudio,
    change: string,
    values: Record<string, unknown>,
    names: Record<string, string> = {},
  ): Promise<void> {
    await table.update({
      Key: keyOf(audio),
      UpdateExpression: change,
      ConditionExpression: 'job = :job AND attempt = :attempt AND #status = :processing',
      ExpressionAttributeNames: { '#status': 'status', ...names },
      ExpressionAttributeValues: {
        ':job': audio.job,
        ':attempt': audio.attempt,
        ':processing': 'processing',
        ...values,
      },
    });
  }

  return {
    async request(audio, rev, seen, answer) {
      const { account_id, timeline_id, slide_id } = audio;
      await table.transact(
        [
          {
            Put: {
              TableName: table.name,
              Item: audioCodec.toItem(
                keyOf(audio),
                audio,
                audio.status === 'ready' ? {} : lookAttributes(audio, firstAudioLook(audio)),
              ),
              ...(seen === undefined
                ? { ConditionExpression: 'attribute_not_exists(PK)' }
                : { ConditionExpression: 'job = :seen', ExpressionAttributeValues: { ':seen': seen.job } }),
            },
          },
          {
            ConditionCheck: {
              TableName: table.name,
              Key: keys.slide(account_id, timeline_id, slide_id, rev),
              ConditionExpression: 'attribute_exists(PK)',
            },
          },
        ],
        answer,
      );
    },

    async find(ref) {
      const item = await table.get(keyOf(ref));
      return item && audioCodec.parse(item);
    },

    async claim(ref, { now, lease_until, message_id, max_claims }) {
      const item = await table.update({
        Key: keyOf(ref),
        UpdateExpression:
          'SET #status = :processing, lease_until = :until, message_id = :message, GSI2SK = :look REMOVE sent_again ADD attempt :one',
        ConditionExpression:
          'job = :job AND attempt < :limit AND (#status = :queued OR (#status = :processing AND lease_until < :now))',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':processing': 'processing',
          ':queued': 'queued',
          ':until': lease_until,
          ':message': message_id,
          ':look': lookAttributes(ref, lookAfterLease(lease_until)).GSI2SK,
          ':now': now,
          ':one': 1,
          ':limit': max_claims,
          ':job': ref.job,
        },
      });
      const claimed = audioCodec.parse(item);
      // A recording is never queued.
      if (claimed.source !== 'generated') throw new WriteConflict('a recording is not to be made');
      return claimed;
    },

    async renew(audio, leaseUntil) {
      await settle(audio, 'SET lease_until = :until', { ':until': leaseUntil });
    },

    async finish(audio, { key, duration_seconds, sentences }) {
      await settle(
        audio,
        'SET #status = :ready, #key = :key, duration_seconds = :duration, sentences = :sentences REMOVE #text, lexicon, lease_until, GSI2PK, GSI2SK',
        { ':ready': 'ready', ':key': key, ':duration': duration_seconds, ':sentences': sentences },
        { '#key': 'key', '#text': 'text' },
      );
    },

    async fail(audio, error) {
      await settle(
        audio,
        'SET #status = :failed, #error = :error REMOVE #text, lexicon, lease_until, GSI2PK, GSI2SK',
        { ':failed': 'failed', ':error': error },
        { '#error': 'error', '#text': 'text' },
      );
    },

    async release(audio) {
      await settle(audio, 'SET #status = :queued REMOVE lease_until ADD failures :one', {
        ':queued': 'queued',
        ':one': 1,
      });
    },

    async postpone(audio, at) {
      await settle(audio, 'SET #status = :queued, enqueued_at = :at REMOVE lease_until', {
        ':queued': 'queued',
        ':at': at,
      });
    },

    listDue: (request) =>
      dueItems(table, gsi2.audio, request, (items) =>
        items.flatMap((item) =>
          parseItems([item], audioCodec, request.onUnreadable).map((audio) => ({ audio, listed_as: listedAs(item) })),
        ),
      ),

    async noteLook({ audio, listed_as }, next, sentAt) {
      await table.update({
        Key: keyOf(audio),
        UpdateExpression: `SET GSI2SK = :next${sentAt === undefined ? '' : ', enqueued_at = :at ADD sent_again :one'}`,
        // The index may be late: what was given back meanwhile is still listed as before.
        ConditionExpression: 'job = :job AND GSI2SK = :seen AND enqueued_at = :enqueued',
        ExpressionAttributeValues: {
          ':next': lookAttributes(audio, next).GSI2SK,
          ':job': audio.job,
          ':seen': listed_as,
          ':enqueued': audio.enqueued_at,
          ...(sentAt === undefined ? {} : { ':at': sentAt, ':one': 1 }),
        },
      });
    },
  };
}
