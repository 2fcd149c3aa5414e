import { createHash } from 'node:crypto';
import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { SPEECH_LIFETIME } from '#kernel/shared/lifetimes.ts';
import type { DataToRemove, SpeechOnSlide, Tombstone } from './tombstone.ts';

/** User of speech: a timeline, for a render of it (`rn_…`) or for the narration of a slide (`sl_…`). */
export interface SpeechUser {
  account_id: string;
  timeline_id: string;
  /** Id of the render or the slide. */
  source: string;
}

/**
 * Record that a timeline uses speech. It is a tombstone, because speech has to be removed when it was not used for some time: each use sets a
 * later time, and the sweeper removes speech without a recent use.
 */
export type SpeechUse = Tombstone & { remains: Extract<DataToRemove, { kind: 'speech' }> };

/** Prefix of the ids of the uses by a timeline, or by one of its renders or slides (`source`). */
export const speechUsePrefix = ({
  timeline_id,
  source,
}: {
  timeline_id: string;
  source?: string | undefined;
}): string => `speech-${timeline_id}-${source === undefined ? '' : `${source}-`}`;

/** Reports whether a tombstone is a use of speech. */
export const isSpeechUse = (tombstone: Tombstone): tombstone is SpeechUse => tombstone.remains.kind === 'speech';

/** Makes the record of a use. The same use always has the same id. Pure. */
export function speechUse(user: SpeechUser, spoken: readonly SpeechOnSlide[], at: Date): SpeechUse {
  const { account_id, timeline_id } = user;
  const name = createHash('sha256').update(JSON.stringify(spoken)).digest('hex').slice(0, 16);
  return {
    id: `${speechUsePrefix(user)}${name}`,
    account_id,
    remains: { kind: 'speech', timeline_id, said: [...spoken], noted_at: timestamp(at) },
    due_at: timestamp(plusSeconds(at, SPEECH_LIFETIME.unused)),
  };
}
