import type { SlideAudio } from '#features/timelines/public.ts';
import type { UsageChange } from '../accounts/usage-repository.ts';
import type { Item } from '../table/table.ts';
import { ownJobSeen } from './adopted-audio.ts';

/** The characters that audio has reserved and not yet counted. */
export const reservedCharacters = (audio: SlideAudio | undefined): number =>
  audio?.source === 'generated' ? (audio.reserved_characters ?? 0) : 0;

/** The condition that the item of a slide's own audio is still what was seen, its reservation included. */
export function unchangedAudio(seen: SlideAudio): {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
} {
  const own = ownJobSeen(seen);
  if (own === null) return { ConditionExpression: 'attribute_not_exists(PK)' };
  const reserved = reservedCharacters(seen);
  if (reserved === 0)
    return {
      ConditionExpression: 'job = :seen AND attribute_not_exists(reserved_characters)',
      ExpressionAttributeValues: { ':seen': own },
    };
  return {
    ConditionExpression: 'job = :seen AND reserved_characters = :seen_reserved AND #seen_status = :seen_status',
    ExpressionAttributeNames: { '#seen_status': 'status' },
    ExpressionAttributeValues: { ':seen': own, ':seen_reserved': reserved, ':seen_status': seen.status },
  };
}

/** Gives back what audio has reserved. Part of the write that ends it under the condition that it is still there. */
export const refundOf = (audio: SlideAudio): UsageChange => ({
  at: audio.created_at,
  booked: { narration_characters: -reservedCharacters(audio) },
});

/**
 * Ends the reservation of audio that is replaced or removed. While a worker has it, it is being spoken, and that is paid
 * for: its characters are counted. Its worker stores the speech and counts nothing.
 */
export function endReservation(audio: SlideAudio): UsageChange {
  if (audio.status !== 'processing') return refundOf(audio);
  return { at: audio.created_at, counted: { narration_characters: reservedCharacters(audio) } };
}
