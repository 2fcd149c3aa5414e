import { firstAudioCheck } from '#features/narration/public.ts';
import type { AudioRef, SlideAudio } from '#features/timelines/public.ts';
import { gsi2, type Key, keys } from '../table/keys.ts';
import type { LeasedWorkKind } from '../table/leased-work.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { unchangedAudio } from './audio-reservation.ts';
import { audioCodec } from './narration-items.ts';

/** The name of audio in the index of the sweeper, which lists what is neither ready nor failed. */
const listedId = ({ timeline_id, slide_id }: Omit<AudioRef, 'job'>): string => `${timeline_id}#${slide_id}`;

/** The key of a slide's audio. */
export const keyOfAudio = ({ account_id, timeline_id, slide_id }: Omit<AudioRef, 'job'>): Key =>
  keys.audio(account_id, timeline_id, slide_id);

/** The item of a slide's audio is taken over by a later request: its job tells which one it is. */
export const AUDIO: LeasedWorkKind<SlideAudio, AudioRef> = {
  codec: audioCodec,
  index: gsi2.audio,
  key: keyOfAudio,
  listedId,
  refOf: (audio) => audio,
  identity: ({ job }) => ({ job }),
};

/** Parts of a transaction: other audio for a slide that is still at revision `rev` and has the audio that was `seen`. */
export const replacement = (
  table: Table,
  audio: SlideAudio,
  rev: string,
  seen: SlideAudio | undefined,
): TransactItem[] => [
  {
    Put: {
      TableName: table.name,
      Item: audioCodec.toItem(
        keyOfAudio(audio),
        audio,
        audio.status === 'ready' ? {} : gsi2.audio.attributes(listedId(audio), firstAudioCheck(audio)),
      ),
      ...(seen === undefined ? { ConditionExpression: 'attribute_not_exists(PK)' } : unchangedAudio(seen)),
    },
  },
  {
    ConditionCheck: {
      TableName: table.name,
      Key: keys.slide(audio.account_id, audio.timeline_id, audio.slide_id, rev),
      ConditionExpression: 'attribute_exists(PK)',
    },
  },
];
