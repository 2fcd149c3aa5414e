import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import type { SpeechStore, StoredSpeech } from '#features/narration/public.ts';
import type { Slide } from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { SlideSpeechReference } from '#platform/erasure/public.ts';
import type { Render } from './render.ts';
import { type RequiredSpeech, speechOrFallback } from './required-speech.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/** Dependencies of the search for speech. */
export interface FindSpeechOfSnapshotDeps {
  speech: Pick<SpeechStore, 'findMany'>;
  /** Speech that a slide needs; undefined if the slide has no text to speak. */
  speechRequiredBySlide(slide: Slide, settings: TimelineSnapshot['settings']): RequiredSpeech | undefined;
}

/** Dependencies of findSpeechAndRecordRenderUse: as FindSpeechOfSnapshotDeps, but found speech is marked as used. */
export interface FindSpeechAndRecordRenderUseDeps extends Pick<FindSpeechOfSnapshotDeps, 'speechRequiredBySlide'> {
  speech: Pick<SpeechStore, 'use'>;
  clock: Clock;
}

/** The speech of a render's slides. */
export interface SpeechLookupResult {
  /** The speech that each slide needs, in the order of the video; undefined for a silent slide. */
  wanted: (RequiredSpeech | undefined)[];
  /** The existing speech, by hash. */
  made: ReadonlyMap<string, StoredSpeech>;
}

/** The speech to look up, without recordings, which are in the slides' audio. */
const speechReferencesOf = (
  slides: readonly Slide[],
  requiredSpeech: SpeechLookupResult['wanted'],
): SlideSpeechReference[] =>
  requiredSpeech.flatMap((speech, index) => {
    if (!speech || speech.recording) return [];
    const slide_id = slides[index]?.id ?? '';
    return [speech.hash, ...(speech.fallback ? [speech.fallback.hash] : [])].map((hash) => ({ hash, slide_id }));
  });

/**
 * The speech of a slide's ready narration, which needs no lookup: the audio has all fields of the speech's record, which exists when the
 * audio is ready.
 */
function speechOfReadyNarration({ audio }: Slide): StoredSpeech[] {
  if (audio?.source !== 'generated' || audio.status !== 'ready') return [];
  const { account_id, speech_hash: hash, duration_seconds, sentences } = audio;
  if (duration_seconds === undefined || sentences === undefined) return [];
  return [{ hash, key: storageKeys.speech(account_id, hash), duration_seconds, sentences }];
}

/**
 * Finds the speech that each slide of a snapshot needs, and which of it exists. Speech that the snapshot or a slide's ready narration names
 * counts as existing without a lookup.
 */
export const findSpeechOfSnapshot = (
  { speech, speechRequiredBySlide }: FindSpeechOfSnapshotDeps,
  render: Pick<Render, 'account_id' | 'narration'>,
  snapshot: Pick<TimelineSnapshot, 'settings' | 'slides' | 'speech'>,
): Promise<SpeechLookupResult> =>
  lookUpSpeech(speechRequiredBySlide, render, snapshot, snapshot.speech ?? [], (said) =>
    speech.findMany(
      render.account_id,
      said.map(({ hash }) => hash),
    ),
  );

/**
 * Finds the speech that each slide of a running render needs, and which of it exists, and notes that the render uses the speech that it looked
 * up. Speech that the snapshot names is looked up again, because it may have been removed since; the ready narration of slides counts as
 * existing without a lookup, because a live render keeps what it froze.
 */
export const findSpeechAndRecordRenderUse = (
  { speech, speechRequiredBySlide, clock }: FindSpeechAndRecordRenderUseDeps,
  render: Render,
  snapshot: TimelineSnapshot,
): Promise<SpeechLookupResult> =>
  lookUpSpeech(speechRequiredBySlide, render, snapshot, [], (said) =>
    speech.use({ ...render, source: render.id }, said, clock()),
  );

/** The common part of `findSpeechOfSnapshot` and `findSpeechAndRecordRenderUse`. @param known speech that needs no lookup */
async function lookUpSpeech(
  speechRequiredBySlide: FindSpeechOfSnapshotDeps['speechRequiredBySlide'],
  render: Pick<Render, 'account_id' | 'narration'>,
  { settings, slides }: Pick<TimelineSnapshot, 'settings' | 'slides'>,
  knownSpeech: readonly StoredSpeech[],
  lookUp: (said: SlideSpeechReference[]) => Promise<Map<string, StoredSpeech>>,
): Promise<SpeechLookupResult> {
  if (render.narration === 'none') return { wanted: slides.map(() => undefined), made: new Map() };
  const requiredSpeech: SpeechLookupResult['wanted'] = [];
  for (const slide of slides) {
    requiredSpeech.push(speechRequiredBySlide(slide, settings));
    // 500 slides of 5,000 characters take longer than a lease, whose timer can run only when this loop yields.
    await yieldToEventLoop();
  }
  const existingSpeech = new Map(
    [...slides.flatMap(speechOfReadyNarration), ...knownSpeech].map((speech) => [speech.hash, speech]),
  );
  const unknownSpeech = speechReferencesOf(slides, requiredSpeech).filter(({ hash }) => !existingSpeech.has(hash));
  if (unknownSpeech.length > 0) for (const speech of await lookUp(unknownSpeech)) existingSpeech.set(...speech);
  return {
    made: existingSpeech,
    wanted: requiredSpeech.map((wanted) => wanted && speechOrFallback(wanted, (hash) => existingSpeech.has(hash))),
  };
}

/** The speech that does not exist: the position of the first slide that needs it, by hash. Without recordings. */
export function firstSlidePositionsOfMissingSpeech({ wanted, made }: SpeechLookupResult): ReadonlyMap<string, number> {
  const missing = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (speech && !speech.recording && !made.has(speech.hash) && !missing.has(speech.hash))
      missing.set(speech.hash, index);
  });
  return missing;
}

/** The number of characters of speech that can be synthesized; 0 for any other speech, and for none. */
export const countCharactersToSynthesize = (speech: RequiredSpeech | undefined): number =>
  speech?.request ? countSpokenTextAmounts(speech.request).characters : 0;

/** The number of characters of new speech in a render, each missing speech counted once. */
export const countNewSpeechCharacters = (lookup: SpeechLookupResult): number =>
  [...firstSlidePositionsOfMissingSpeech(lookup).values()].reduce(
    (sum, index) => sum + countCharactersToSynthesize(lookup.wanted[index]),
    0,
  );

/** The positions, ascending, of slides with text to speak that have neither a recording nor existing speech. */
export const findSlidePositionsWithoutNarration = ({ wanted, made }: SpeechLookupResult): number[] =>
  wanted.flatMap((speech, index) => (speech && !speech.recording && !made.has(speech.hash) ? [index] : []));
