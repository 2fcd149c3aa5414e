import { firstAudioCheckTime } from '#features/narration/public.ts';
import type { SlideAudio, SlideAudioRequestRef } from '#features/timelines/public.ts';
import { dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import type { LeasedWorkKind } from '../table/leased-work.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { audioUnchangedCondition } from './audio-reservation.ts';
import { slideAudioCodec } from './narration-items.ts';

/** The id of a slide's audio in the sweeper's index, which lists audio that is neither ready nor failed. */
const listedId = ({ timeline_id, slide_id }: Omit<SlideAudioRequestRef, 'job'>): string => `${timeline_id}#${slide_id}`;

/** The key of a slide's audio. */
export const slideAudioItemKeyOf = ({
  account_id,
  timeline_id,
  slide_id,
}: Omit<SlideAudioRequestRef, 'job'>): TableKey => tableKeys.audio(account_id, timeline_id, slide_id);

/**
 * Describes the narration audio of slides as leased work. A later request for the slide replaces the item, so `job` identifies the work.
 */
export const SLIDE_AUDIO_WORK_KIND: LeasedWorkKind<SlideAudio, SlideAudioRequestRef> = {
  codec: slideAudioCodec,
  index: dueItemsIndex.audio,
  key: slideAudioItemKeyOf,
  listedId,
  refOf: (audio) => audio,
  identity: ({ job }) => ({ job }),
};

/** Parts of a transaction: replace a slide's audio, on condition that the slide still has revision `rev` and its audio is still `seenAudio`. */
export const audioReplacementWrites = (
  table: Table,
  audio: SlideAudio,
  rev: string,
  seenAudio: SlideAudio | undefined,
): TransactItem[] => [
  {
    Put: {
      TableName: table.name,
      Item: slideAudioCodec.toItem(
        slideAudioItemKeyOf(audio),
        audio,
        audio.status === 'ready' ? {} : dueItemsIndex.audio.attributes(listedId(audio), firstAudioCheckTime(audio)),
      ),
      ...(seenAudio === undefined
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : audioUnchangedCondition(seenAudio)),
    },
  },
  {
    ConditionCheck: {
      TableName: table.name,
      Key: tableKeys.slide(audio.account_id, audio.timeline_id, audio.slide_id, rev),
      ConditionExpression: 'attribute_exists(PK)',
    },
  },
];
