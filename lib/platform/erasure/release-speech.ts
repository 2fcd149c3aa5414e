import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessConflict } from '#kernel/shared/errors.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { SPEECH_LIFETIME } from '#kernel/shared/lifetimes.ts';
import { speechFiles } from '#kernel/shared/storage-keys.ts';
import type { ErasedFiles, RemainingSpeech, TimelinePlace } from './ports.ts';
import type { SpeechUse } from './speech-use.ts';
import { GRACE_SECONDS, LATE_SECONDS, RETRY_SECONDS, type SaidSpeech, type TombstoneStore } from './tombstone.ts';

export interface ReleaseSpeechDeps {
  tombstones: Pick<TombstoneStore, 'take'>;
  speech: RemainingSpeech;
  files: Pick<ErasedFiles, 'removeAll'>;
  /** Reports whether a render that has not ended needs what it froze of a timeline. Strongly consistent. */
  isNeeded(accountId: string, timelineId: string): Promise<boolean>;
  clock: Clock;
}

/** Notes that are worked off at the same time. */
const USES_AT_ONCE = 4;

/** Speech of a timeline that is to be removed: that of some slides and some addresses, or all that one render or slide uses. */
export interface ReleasedSpeech {
  slides?: readonly string[];
  hashes?: readonly string[];
  source?: string;
}

/**
 * The state of speech afterwards. `gone`: the timeline does not have it any more. `said`: a slide has it as its narration. `busy`: it was
 * used a moment ago, or by a render that has not ended.
 */
type Outcome = 'gone' | 'said' | 'busy';

/**
 * Takes speech from a timeline, and removes what no other timeline uses.
 *
 * Speech that something is about to name must stay. So it is marked first, and only then the sweeper looks at what the slides have as
 * their narration and at renders that have not ended. A user that finds marked speech takes the mark off. A user that found it
 * before belongs to a render that has not ended by then, or noted the time of its use: what was used a moment ago is not marked.
 * @param usedBefore only what was used before this time; absent: the timeline is deleted, and nothing can name it any more
 * @param isLast no worker can store any more what it started: files that were left are removed
 */
async function takeAway(
  deps: ReleaseSpeechDeps,
  place: TimelinePlace,
  hashes: readonly string[],
  { usedBefore, isLast }: { usedBefore?: string | undefined; isLast: boolean },
): Promise<Map<string, Outcome>> {
  const { speech, files, clock } = deps;
  const outcomes = new Map<string, Outcome>();
  const said = await speech.saidBySlides(place);
  const unsaid = hashes.filter((hash) => !said.has(hash));
  for (const hash of hashes) if (said.has(hash)) outcomes.set(hash, 'said');
  const found = await speech.mark(place, unsaid, newToken(clock()), usedBefore);
  const { marked } = found;
  for (const hash of found.busy) outcomes.set(hash, 'busy');
  const toEmpty = [...found.unemptied];
  // Speech that was never kept may have left a file.
  for (const hash of [...found.absent, ...(isLast ? found.removed : [])])
    if (await speech.bury(place, hash, timestamp(clock()))) toEmpty.push(hash);
  if (marked.length > 0) {
    const isNeeded = await deps.isNeeded(place.account_id, place.timeline_id);
    const saidNow = await speech.saidBySlides(place);
    for (const one of marked) {
      if (isNeeded) outcomes.set(one.hash, 'busy');
      else if (saidNow.has(one.hash)) outcomes.set(one.hash, 'said');
      else {
        const left = await speech.leave(place, one, timestamp(clock()));
        if (left === 'changed') outcomes.set(one.hash, 'busy');
        if (left === 'last') toEmpty.push(one.hash);
      }
    }
  }
  if (toEmpty.length > 0) {
    await files.removeAll(toEmpty.flatMap((hash) => speechFiles(place.account_id, hash)));
    for (const hash of toEmpty) await speech.noteEmpty(place, hash, timestamp(clock()));
  }
  for (const hash of hashes) if (!outcomes.has(hash)) outcomes.set(hash, 'gone');
  return outcomes;
}

/** Reports whether a worker may still store speech that this note was written for. */
const isYoung = ({ remains: { noted_at } }: SpeechUse, now: Date): boolean =>
  noted_at > timestamp(plusSeconds(now, -LATE_SECONDS));

const hashesOf = (said: readonly SaidSpeech[]): string[] => [...new Set(said.map(({ hash }) => hash))];

/** Takes a note, as a sweeper takes a tombstone. @returns undefined when another process has it */
async function takeUse({ tombstones, clock }: ReleaseSpeechDeps, use: SpeechUse): Promise<SpeechUse | undefined> {
  const due_at = timestamp(plusSeconds(clock(), RETRY_SECONDS));
  return (await unlessConflict(() => tombstones.take(use, due_at))) ? { ...use, due_at, taken: true } : undefined;
}

/**
 * Takes speech from a timeline that deleted something. Killed anywhere and run again, it continues: what it has removed is not there any
 * more, and the notes that name it go last.
 * @param isDeleted the timeline is gone
 * @returns whether it is done; false while something needs it, or a worker may still store it
 */
export async function releaseSpeech(
  deps: ReleaseSpeechDeps,
  place: TimelinePlace,
  { slides, hashes, source }: ReleasedSpeech,
  isDeleted: boolean,
): Promise<boolean> {
  const { speech, clock } = deps;
  if (!isDeleted && (await deps.isNeeded(place.account_id, place.timeline_id))) return false;
  const isAll = slides === undefined && hashes === undefined;
  const isMeant = ({ hash, slide_id }: SaidSpeech): boolean =>
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
    const usedBefore = isDeleted ? undefined : timestamp(plusSeconds(now, -GRACE_SECONDS));
    const isLast = !isYoung(use, now);
    const outcomes = await takeAway(deps, place, hashesOf(meant), { usedBefore, isLast });
    const isLeft = !isLast || [...outcomes.values()].includes('busy');
    const staying = use.remains.said.filter((one) => !isLast || !isMeant(one) || outcomes.get(one.hash) !== 'gone');
    await speech.settle(taken, staying, use.due_at);
    if (isLeft) isDone = false;
  });
  return isDone;
}

/**
 * Looks at speech that a timeline noted a lifetime ago: what was not used since goes. What slides have as their narration counts as used
 * now. The note stays as long as it names speech that stays.
 * @param use as this process has taken it
 */
export async function expireSpeech(deps: ReleaseSpeechDeps, use: SpeechUse): Promise<void> {
  const { speech, clock } = deps;
  const { account_id, remains } = use;
  const place = { account_id, timeline_id: remains.timeline_id };
  // It is due again in some minutes.
  if (await deps.isNeeded(account_id, remains.timeline_id)) return;
  const now = clock();
  const usedBefore = timestamp(plusSeconds(now, -SPEECH_LIFETIME.unused));
  const outcomes = await takeAway(deps, place, hashesOf(remains.said), { usedBefore, isLast: true });
  for (const [hash, outcome] of outcomes) if (outcome === 'said') await speech.noteUsed(place, hash, timestamp(now));
  const staying = remains.said.filter(({ hash }) => outcomes.get(hash) !== 'gone');
  await speech.settle(use, staying, timestamp(plusSeconds(now, SPEECH_LIFETIME.unused)));
}
