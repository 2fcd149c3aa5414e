import type { SlideAudio } from '#features/timelines/public.ts';
import type { UsageChange } from '../accounts/usage-repository.ts';
import type { TableItem } from '../table/table.ts';
import { jobIdOfSeparateAudio } from './adopted-audio.ts';

/** The number of characters that audio has reserved and that are not yet counted; 0 for a recording. */
export const charactersReservedByAudio = (audio: SlideAudio | undefined): number =>
  audio?.source === 'generated' ? (audio.reserved_characters ?? 0) : 0;

/** The condition that the separate item of a slide's audio is unchanged since `seenAudio` was read, including its reservation. */
export function audioUnchangedCondition(seenAudio: SlideAudio): {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: TableItem;
} {
  const ownJob = jobIdOfSeparateAudio(seenAudio);
  if (ownJob === null) return { ConditionExpression: 'attribute_not_exists(PK)' };
  const reservedCharacters = charactersReservedByAudio(seenAudio);
  if (reservedCharacters === 0)
    return {
      ConditionExpression: 'job = :seen AND attribute_not_exists(reserved_characters)',
      ExpressionAttributeValues: { ':seen': ownJob },
    };
  return {
    ConditionExpression: 'job = :seen AND reserved_characters = :seen_reserved AND #seen_status = :seen_status',
    ExpressionAttributeNames: { '#seen_status': 'status' },
    ExpressionAttributeValues: {
      ':seen': ownJob,
      ':seen_reserved': reservedCharacters,
      ':seen_status': seenAudio.status,
    },
  };
}

/** The change of usage that gives back the reservation of audio. Its transaction must have the condition that the reservation still exists. */
export const usageChangeOfRefundedAudio = (audio: SlideAudio): UsageChange => ({
  at: audio.created_at,
  booked: { narration_characters: -charactersReservedByAudio(audio) },
});

/**
 * The change of usage that ends the reservation of audio that is replaced or removed. If a worker is synthesizing the audio, its characters
 * are counted, because the engine is paid for them. That worker then stores the speech and counts nothing.
 */
export function usageChangeOfDiscardedAudio(audio: SlideAudio): UsageChange {
  if (audio.status !== 'processing') return usageChangeOfRefundedAudio(audio);
  return { at: audio.created_at, counted: { narration_characters: charactersReservedByAudio(audio) } };
}
