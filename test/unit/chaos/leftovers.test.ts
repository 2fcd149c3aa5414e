import { describe, expect, it } from 'vitest';
import { accountSlotsInPoolCodec } from '#adapters/aws/fair-queue/fair-queue-items.ts';
import { dueItemsIndex, tableKeys } from '#adapters/aws/table/keys.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { fileFaults, heldIn } from '#test/support/chaos/leftovers.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const LATER = '2026-03-04T05:06:08.000Z';
const BEFORE = '2026-03-04T05:06:06.000Z';

describe('what is left of work', () => {
  it.each([
    ['a mark in the index of a sweeper', { ...dueItemsIndex.renders.attributes('rn_0001', LATER) }],
    ['a ticket', { entity: 'ticket' }],
    ['a reservation', { entity: 'reservation' }],
    ['a tombstone', { entity: 'tombstone' }],
    ['a render that runs', { entity: 'render_slots', item_format: 1, max_running: 1, running: new Set(['rn_1']) }],
    ['a render that waits', { entity: 'render_slots', item_format: 1, max_running: 1, waiting: new Set(['rn_1']) }],
    [
      'a slot of a pool',
      accountSlotsInPoolCodec.toItem(tableKeys.poolSlots('acc_1', 'narration'), {
        account_id: 'acc_1',
        pool: 'narration',
        held: { one: { sent_at: BEFORE, sends: 1 } },
      }),
    ],
    ['a slot of a receiver', { entity: 'webhook', slot_2: { delivery_id: 'dl_1', until: LATER } }],
  ])('is seen: %s', (_, item) => {
    expect(heldIn([{ PK: 'p', SK: 's', ...item }], NOW)).toHaveLength(1);
  });

  it('is nothing in items whose work is over', () => {
    expect(
      heldIn(
        [
          { PK: 'p', SK: 's', entity: 'render', status: 'completed' },
          { PK: 'p', SK: 's', entity: 'render_slots', item_format: 1, max_running: 1 },
          accountSlotsInPoolCodec.toItem(tableKeys.poolSlots('acc_1', 'narration'), {
            account_id: 'acc_1',
            pool: 'narration',
            held: {},
          }),
          { PK: 'p', SK: 's', entity: 'webhook', slot_2: { delivery_id: 'dl_1', until: BEFORE } },
          { PK: 'p', SK: 's', entity: 'pool_line', ...dueItemsIndex.lines.attributes('narration#acc_0001', LATER) },
        ],
        NOW,
      ),
    ).toEqual([]);
  });
});

describe('files and records', () => {
  const speech = storageKeys.speech('acc_1', 'hash');
  const image = storageKeys.slideImage('acc_1', 'tl_1', 'token', 'png');
  const video = storageKeys.output(90, 'acc_1', 'rn_1', 'token', 'video.mp4');
  const items = [
    { entity: 'speech', key: speech },
    { entity: 'slide', image: { key: image } },
    { entity: 'render', result: { video_key: video } },
  ];

  it('agree where each file has a record, also speech in another format, and shared files have none', () => {
    const shared = storageKeys.templatePreview('plain', 'hash', 'one');
    const files = [speech, storageKeys.speech('acc_1', 'hash', 'mp3'), image, video, shared];

    expect(fileFaults(items, files)).toEqual({ missing: [], unnamed: [], expiring: 0 });
  });

  it('differ by files that are missing, unnamed, or left to a rule', () => {
    const stray = storageKeys.slideImage('acc_1', 'tl_1', 'other', 'png');
    const unspoken = storageKeys.speech('acc_1', 'other');
    const attempt = storageKeys.output(90, 'acc_1', 'rn_1', 'other', 'video.mp4');

    expect(fileFaults(items, [speech, stray, unspoken, attempt])).toEqual({
      missing: [image, video],
      unnamed: [stray, unspoken],
      expiring: 1,
    });
  });
});
