import type { SlideAudio } from '../../timelines/public.ts';
import type { UsageChange } from '../accounts/usage-repository.ts';
import type { Item } from '../table/table.ts';

/** The characters that audio has reserved and not yet counted. */
export const reservedCharacters = (audio: SlideAudio | undefined): number =>
  audio?.source === 'generated' ? (audio.reserved_characters ?? 0) : 0;

/** The condition that stored audio is still what was seen, its reservation included. */
export function unchangedAudio(seen: SlideAudio): {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Item;
} {
  const reserved = reservedCharacters(seen);
  if (reserved === 0)
    return {
      ConditionExpression: 'job = :seen AND attribute_not_exists(reserved_characters)',
      ExpressionAttributeValues: { ':seen': seen.job },
    };
  return {
    ConditionExpression: 'job = :seen AND reserved_characters = :seen_reserved AND #seen_status = :seen_status',
    ExpressionAttributeNames: { '#seen_status': 'status' },
    ExpressionAttributeValues: { ':seen': seen.job, ':seen_reserved': reserved, ':seen_status': seen.status },
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
