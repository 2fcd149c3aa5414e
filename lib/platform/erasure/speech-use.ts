import { createHash } from 'node:crypto';
import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { SPEECH_LIFETIME } from '#kernel/shared/lifetimes.ts';
import type { Remains, SaidSpeech, Tombstone } from './tombstone.ts';

/** Who uses speech: a timeline, for a render of it (`rn_…`) or for the narration of a slide (`sl_…`). */
export interface SpeechUser {
  account_id: string;
  timeline_id: string;
  /** The id of the render or the slide. */
  source: string;
}

/** The note that a timeline uses speech. */
export type SpeechUse = Tombstone & { remains: Extract<Remains, { kind: 'speech' }> };

/** Prefix of the ids of the notes of a timeline, or of one of its renders or slides if that is given. */
export const speechUsePrefix = ({
  timeline_id,
  source,
}: {
  timeline_id: string;
  source?: string | undefined;
}): string => `speech-${timeline_id}-${source === undefined ? '' : `${source}-`}`;

/** Reports whether a tombstone is the note of a use. */
export const isSpeechUse = (tombstone: Tombstone): tombstone is SpeechUse => tombstone.remains.kind === 'speech';

/** The note that a timeline uses speech. The same use, noted twice, is one note. Pure. */
export function speechUse(user: SpeechUser, said: readonly SaidSpeech[], at: Date): SpeechUse {
  const { account_id, timeline_id } = user;
  const name = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
  return {
    id: `${speechUsePrefix(user)}${name}`,
    account_id,
    remains: { kind: 'speech', timeline_id, said: [...said], noted_at: timestamp(at) },
    due_at: timestamp(plusSeconds(at, SPEECH_LIFETIME.unused)),
  };
}
