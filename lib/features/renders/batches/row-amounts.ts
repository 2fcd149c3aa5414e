import { type MonthlyAmounts, type PlanLimits, roundToMilliseconds } from '#features/accounts/public.ts';
import { fillVariables, type LoadedTimeline, slidesWithIntroAndOutro } from '#features/timelines/public.ts';
import {
  countCharactersToSynthesize,
  type FindSpeechOfSnapshotDeps,
  findSpeechOfSnapshot,
  firstSlidePositionsOfMissingSpeech,
} from '../find-speech-of-snapshot.ts';
import type { Render } from '../render.ts';
import { amountsNeededByRender } from '../render-admission-rules.ts';
import type { BatchRow } from './batch.ts';
import type { CheckedBatchRows } from './check-rows.ts';

/**
 * The most slides, in all rows together, whose speech is looked up. It is looked up if the month has too little left to count all of it as
 * new.
 */
const MAX_LOOKED_UP_SLIDES = 3000;

/** The content of a batch before its creation. */
interface BatchContent {
  loaded: LoadedTimeline;
  rows: readonly BatchRow[];
  checked: CheckedBatchRows;
  narration: Render['narration'];
  limits: PlanLimits;
}

/**
 * The amounts that each row reserves if all speech with values of variables is new. New speech that all rows have in common is reserved by
 * the first row, which runs alone.
 */
export async function estimateBatchRowReservations(
  deps: FindSpeechOfSnapshotDeps,
  { loaded: { timeline }, checked: { fixed, rows }, narration, limits }: BatchContent,
): Promise<MonthlyAmounts[]> {
  const { account_id } = timeline;
  const speechLookup = await findSpeechOfSnapshot(
    deps,
    { account_id, narration },
    { settings: timeline, slides: fixed },
  );
  const sharedAmounts = amountsNeededByRender(limits, { timeline, slides: fixed }, narration, speechLookup);
  return rows.map(({ render_seconds, narration_characters }, index) => ({
    render_seconds: roundToMilliseconds(Math.min(sharedAmounts.render_seconds + render_seconds, limits.video_seconds)),
    narration_characters:
      narration === 'auto' ? narration_characters + (index === 0 ? sharedAmounts.narration_characters : 0) : 0,
  }));
}

/**
 * The amounts that each row reserves when existing speech is looked up for each row. New speech is reserved by the first row that has it.
 * @returns undefined for a batch with too many texts to look up in one request
 */
export async function findExactBatchRowReservations(
  deps: FindSpeechOfSnapshotDeps,
  { loaded, rows, checked, narration, limits }: BatchContent,
): Promise<MonthlyAmounts[] | undefined> {
  if (rows.length * checked.varied > MAX_LOOKED_UP_SLIDES) return undefined;
  const { account_id } = loaded.timeline;
  const countedHashes = new Set<string>();
  const amounts: MonthlyAmounts[] = [];
  for (const [index, { variables }] of rows.entries()) {
    const filledTimeline = fillVariables(loaded, variables, { path: `rows[${index}].variables`, missing: 'refuse' });
    const content = {
      timeline: filledTimeline.timeline,
      slides: slidesWithIntroAndOutro(filledTimeline.slides, filledTimeline.timeline),
    };
    const speechLookup = await findSpeechOfSnapshot(
      deps,
      { account_id, narration },
      { settings: content.timeline, slides: content.slides },
    );
    const newSpeech = [...firstSlidePositionsOfMissingSpeech(speechLookup)].filter(
      ([hash]) => !countedHashes.has(hash),
    );
    for (const [hash] of newSpeech) countedHashes.add(hash);
    amounts.push({
      render_seconds: amountsNeededByRender(limits, content, narration, speechLookup).render_seconds,
      narration_characters:
        narration === 'auto'
          ? newSpeech.reduce((sum, [, position]) => sum + countCharactersToSynthesize(speechLookup.wanted[position]), 0)
          : 0,
    });
  }
  return amounts;
}

/** The sum of the amounts of all rows. */
export const totalOfBatchRowReservations = (amounts: readonly MonthlyAmounts[]): MonthlyAmounts => ({
  render_seconds: roundToMilliseconds(amounts.reduce((sum, { render_seconds }) => sum + render_seconds, 0)),
  narration_characters: amounts.reduce((sum, { narration_characters }) => sum + narration_characters, 0),
});
