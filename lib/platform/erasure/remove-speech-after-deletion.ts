import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import { speechFileKeys } from '#kernel/shared/storage-keys.ts';
import type { FileRemover, TimelineKey, UnusedSpeechRemover } from './ports.ts';
import type { SpeechUseRecord } from './speech-use-record.ts';
import {
  LATE_WRITE_SECONDS,
  REMOVAL_GRACE_SECONDS,
  type SlideSpeechReference,
  TOMBSTONE_RETRY_SECONDS,
  type TombstoneStore,
} from './tombstone.ts';

/** Ports of the removal of speech. */
export interface SpeechRemovalDeps {
  tombstones: Pick<TombstoneStore, 'take'>;
  speech: UnusedSpeechRemover;
  files: Pick<FileRemover, 'removeAll'>;
  /** Reports whether a render of a timeline has not ended, and so needs the data that it froze. Strongly consistent. */
  isNeeded(accountId: string, timelineId: string): Promise<boolean>;
  clock: Clock;
}

/** Records of use that are processed at the same time. */
const USES_AT_ONCE = 4;

/** Speech of a timeline to be removed: that of some slides and content addresses, or all speech that one render or slide (`source`) uses. */
export interface SpeechToRemove {
  slides?: readonly string[];
  hashes?: readonly string[];
  source?: string;
}

/**
 * The result for one piece of speech. `gone`: the timeline no longer uses it. `said`: a slide has it as its narration. `busy`: it was used
 * recently, or a render that has not ended may need it.
 */
type Outcome = 'gone' | 'said' | 'busy';

/**
 * Ends the use of speech by a timeline, and removes speech that no other timeline uses.
 *
 * Speech that a slide or a render is about to name must stay. Therefore it is marked first, and only then are the narration of the slides and
 * the renders that have not ended read. A user that finds marked speech removes the mark. A user that found it before the mark belongs to a
 * render that has not ended yet, or recorded the time of its use, and recently used speech is not marked.
 * @param usedBefore only speech that was last used before this time; absent: the timeline is deleted, and nothing can name its speech
 * @param isLast true if no worker can still store speech that it started: remaining files are removed
 */
async function removeUse(
  deps: SpeechRemovalDeps,
  place: TimelineKey,
  hashes: readonly string[],
  { usedBefore, isLast }: { usedBefore?: string | undefined; isLast: boolean },
): Promise<Map<string, Outcome>> {
  const { speech, files, clock } = deps;
  const outcomes = new Map<string, Outcome>();
  const said = await speech.saidBySlides(place);
  const unsaid = hashes.filter((hash) => !said.has(hash));
  for (const hash of hashes) if (said.has(hash)) outcomes.set(hash, 'said');
  const found = await speech.mark(place, unsaid, createOpaqueToken(clock()), usedBefore);
  const { marked } = found;
  for (const hash of found.busy) outcomes.set(hash, 'busy');
  const toEmpty = [...found.unemptied];
  // Speech that was never stored as an item may have left a file.
  for (const hash of [...found.absent, ...(isLast ? found.removed : [])])
    if (await speech.bury(place, hash, formatUtcTimestamp(clock()))) toEmpty.push(hash);
  if (marked.length > 0) {
    const isNeeded = await deps.isNeeded(place.account_id, place.timeline_id);
    const saidNow = await speech.saidBySlides(place);
    for (const one of marked) {
      if (isNeeded) outcomes.set(one.hash, 'busy');
      else if (saidNow.has(one.hash)) outcomes.set(one.hash, 'said');
      else {
        const left = await speech.leave(place, one, formatUtcTimestamp(clock()));
        if (left === 'changed') outcomes.set(one.hash, 'busy');
        if (left === 'last') toEmpty.push(one.hash);
      }
    }
  }
  if (toEmpty.length > 0) {
    await files.removeAll(toEmpty.flatMap((hash) => speechFileKeys(place.account_id, hash)));
    for (const hash of toEmpty) await speech.noteEmpty(place, hash, formatUtcTimestamp(clock()));
  }
  for (const hash of hashes) if (!outcomes.has(hash)) outcomes.set(hash, 'gone');
  return outcomes;
}

/** Reports whether a worker may still store the speech for which this record of use was written. */
const isYoung = ({ remains: { noted_at } }: SpeechUseRecord, now: Date): boolean =>
  noted_at > formatUtcTimestamp(addSeconds(now, -LATE_WRITE_SECONDS));

const hashesOf = (said: readonly SlideSpeechReference[]): string[] => [...new Set(said.map(({ hash }) => hash))];

/** Takes a record of use, as a sweeper takes a tombstone. @returns undefined when another process has it */
async function takeUse(
  { tombstones, clock }: SpeechRemovalDeps,
  use: SpeechUseRecord,
): Promise<SpeechUseRecord | undefined> {
  const due_at = formatUtcTimestamp(addSeconds(clock(), TOMBSTONE_RETRY_SECONDS));
  return (await attemptConditionalWrite(() => tombstones.take(use, due_at)))
    ? { ...use, due_at, taken: true }
    : undefined;
}

/**
 * Ends the use of speech after something of a timeline was deleted. After a kill it can be run again: removed speech is no longer found, and
 * the records that name it are removed last.
 * @param isDeleted true if the timeline was deleted
 * @returns true if it is done; false while something needs the speech, or a worker may still store it
 */
export async function removeSpeechAfterDeletion(
  deps: SpeechRemovalDeps,
  place: TimelineKey,
  { slides, hashes, source }: SpeechToRemove,
  isDeleted: boolean,
): Promise<boolean> {
  const { speech, clock } = deps;
  if (!isDeleted && (await deps.isNeeded(place.account_id, place.timeline_id))) return false;
  const isAll = slides === undefined && hashes === undefined;
  const isMeant = ({ hash, slide_id }: SlideSpeechReference): boolean =>
    isAll || slides?.includes(slide_id) === true || hashes?.includes(hash) === true;
  let isDone = true;
  await forEachConcurrent(await speech.uses({ ...place, source }), USES_AT_ONCE, async (use) => {
    const meant = use.remains.said.filter(isMeant);
    if (meant.length === 0) return;
    const taken = await takeUse(deps, use);
    if (!taken) {
      isDone = false;
      return;
    }
    const now = clock();
    const usedBefore = isDeleted ? undefined : formatUtcTimestamp(addSeconds(now, -REMOVAL_GRACE_SECONDS));
    const isLast = !isYoung(use, now);
    const outcomes = await removeUse(deps, place, hashesOf(meant), { usedBefore, isLast });
    const isLeft = !isLast || [...outcomes.values()].includes('busy');
    const staying = use.remains.said.filter((one) => !isLast || !isMeant(one) || outcomes.get(one.hash) !== 'gone');
    await speech.settle(taken, staying, use.due_at);
    if (isLeft) isDone = false;
  });
  return isDone;
}

/**
 * Checks a record of use that is due: speech that was not used for its lifetime (SPEECH_LIFETIMES_IN_SECONDS) is removed. The narration of slides counts
 * as used now. The record is kept while it names speech that stays.
 * @param use the record, taken by this process
 */
export async function removeUnusedSpeech(deps: SpeechRemovalDeps, use: SpeechUseRecord): Promise<void> {
  const { speech, clock } = deps;
  const { account_id, remains } = use;
  const place = { account_id, timeline_id: remains.timeline_id };
  // The record is due again after TOMBSTONE_RETRY_SECONDS.
  if (await deps.isNeeded(account_id, remains.timeline_id)) return;
  const now = clock();
  const usedBefore = formatUtcTimestamp(addSeconds(now, -SPEECH_LIFETIMES_IN_SECONDS.unused));
  const outcomes = await removeUse(deps, place, hashesOf(remains.said), { usedBefore, isLast: true });
  for (const [hash, outcome] of outcomes)
    if (outcome === 'said') await speech.noteUsed(place, hash, formatUtcTimestamp(now));
  const staying = remains.said.filter(({ hash }) => outcomes.get(hash) !== 'gone');
  await speech.settle(use, staying, formatUtcTimestamp(addSeconds(now, SPEECH_LIFETIMES_IN_SECONDS.unused)));
}
