import { createHash } from 'node:crypto';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import type { DataToRemove, SlideSpeechReference, Tombstone } from './tombstone.ts';

/** The timeline that uses speech, with the render (`rn_…`) or the slide (`sl_…`) for which it is used. */
export interface StoredSpeechUser {
  account_id: string;
  timeline_id: string;
  /** Id of the render or the slide. */
  source: string;
}

/**
 * Record that a timeline uses speech. It is a tombstone, because speech has to be removed when it was not used for some time: each use sets a
 * later time, and the sweeper removes speech without a recent use.
 */
export type SpeechUseRecord = Tombstone & { remains: Extract<DataToRemove, { kind: 'speech' }> };

/** Prefix of the ids of the uses by a timeline, or by one of its renders or slides (`source`). */
export const speechUseIdPrefix = ({
  timeline_id,
  source,
}: {
  timeline_id: string;
  source?: string | undefined;
}): string => `speech-${timeline_id}-${source === undefined ? '' : `${source}-`}`;

/** Reports whether a tombstone is a use of speech. */
export const isSpeechUseTombstone = (tombstone: Tombstone): tombstone is SpeechUseRecord =>
  tombstone.remains.kind === 'speech';

/** Makes the record of a use. The same use always has the same id. Pure. */
export function createSpeechUseRecord(
  user: StoredSpeechUser,
  spoken: readonly SlideSpeechReference[],
  at: Date,
): SpeechUseRecord {
  const { account_id, timeline_id } = user;
  const name = createHash('sha256').update(JSON.stringify(spoken)).digest('hex').slice(0, 16);
  return {
    id: `${speechUseIdPrefix(user)}${name}`,
    account_id,
    remains: { kind: 'speech', timeline_id, said: [...spoken], noted_at: formatUtcTimestamp(at) },
    due_at: formatUtcTimestamp(addSeconds(at, SPEECH_LIFETIMES_IN_SECONDS.unused)),
  };
}
