import { z } from 'zod';
import { spokenSentenceSchema } from '#engine/speech/spoken-sentence-schema.ts';
import type { StoredSpeech } from '#features/narration/public.ts';
import { addSeconds, epochSecondsOfTimestamp, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import { createItemCodec } from '../table/item.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';

/** Speech with all attributes of its item. */
export interface StoredSpeechWithUsers extends StoredSpeech {
  /**
   * Ids of the timelines that use it. Absent if an earlier version of the program stored the speech, whose users are not known. Never
   * empty, because the speech is removed when its last timeline no longer uses it.
   */
  timelines?: Set<string> | undefined;
  /** The token of a sweeper that is about to remove a timeline from its users. A timeline that uses the speech meanwhile deletes the token. */
  leaving?: string | undefined;
  /** The month in whose usage its bytes are counted, as `yyyy-mm`. */
  counted_at?: string | undefined;
}

/** Stored form of speech under its content address. */
export const speechCodec = createItemCodec<StoredSpeechWithUsers>('speech').of(
  z.object({
    hash: z.string(),
    key: z.string(),
    duration_seconds: z.number(),
    sentences: z.array(spokenSentenceSchema),
    size_bytes: z.number().optional(),
    used_at: z.string().optional(),
    timelines: z.set(z.string()).optional(),
    leaving: z.string().optional(),
    counted_at: z.string().optional(),
  }),
);

/** The most timelines that one speech names. All later ones share the name `many`, which stays until the account is deleted. */
const MAX_USERS = 2000;
const MANY = 'many';

/** The name of a timeline among the users of speech: its id, or `many` if `users` already has `MAX_USERS` names and not that id. */
export const speechUserNameOfTimeline = (timelineId: string, users: ReadonlySet<string>): string =>
  users.size < MAX_USERS || users.has(timelineId) ? timelineId : MANY;

/**
 * The item that replaces removed speech. While its files are being deleted, the same speech cannot be stored. Speech whose synthesis
 * started before the deletion ended cannot be stored either, because its file may be deleted. The item is kept for longer than a worker
 * runs.
 */
export const removedSpeechMarkerItem = (accountId: string, hash: string, removedAt: string): TableKey & TableItem => ({
  ...tableKeys.speech(accountId, hash),
  ...speechCodec.stamp,
  gone: true,
  expires_at_epoch: epochSecondsOfTimestamp(
    formatUtcTimestamp(addSeconds(new Date(removedAt), SPEECH_LIFETIMES_IN_SECONDS.remembered)),
  ),
});

/** Reports whether an item replaces removed speech. */
export const isRemovedSpeechMarker = (item: TableItem): boolean => item.gone === true;

/** Part of a condition: no speech is stored under the key, and files of removed speech are deleted. */
export const SPEECH_NOT_STORED_CONDITION = '(attribute_not_exists(PK) OR attribute_exists(emptied_at))';
