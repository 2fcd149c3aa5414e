import { setImmediate as turn } from 'node:timers/promises';
import { spokenAmount } from '#engine/speech/script/notes-text.ts';
import type { SpeechStore, StoredSpeech } from '#features/narration/public.ts';
import type { Slide } from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { SaidSpeech } from '#platform/erasure/public.ts';
import type { Render } from './render.ts';
import { availableOrFallback, type RequiredSpeech } from './required-speech.ts';
import type { Snapshot } from './snapshot.ts';

export interface FindSpeechDeps {
  speech: Pick<SpeechStore, 'findMany'>;
  /** Speech that a slide needs; undefined if the slide has no text to speak. */
  requiredSpeechOf(slide: Slide, settings: Snapshot['settings']): RequiredSpeech | undefined;
}

export interface UseSpeechDeps extends Pick<FindSpeechDeps, 'requiredSpeechOf'> {
  speech: Pick<SpeechStore, 'use'>;
  clock: Clock;
}

/** Speech of the slides of a render. */
export interface FoundSpeech {
  /** By slide, in the order of the video. */
  wanted: (RequiredSpeech | undefined)[];
  /** The part of it that exists, by its hash. */
  made: ReadonlyMap<string, StoredSpeech>;
}

/** The speech to look up. Recordings are left out: they are stored next to their slides. */
const saidBy = (slides: readonly Slide[], asked: FoundSpeech['wanted']): SaidSpeech[] =>
  asked.flatMap((speech, index) => {
    if (!speech || speech.recording) return [];
    const slide_id = slides[index]?.id ?? '';
    return [speech.hash, ...(speech.fallback ? [speech.fallback.hash] : [])].map((hash) => ({ hash, slide_id }));
  });

/**
 * The speech of ready narration, without a lookup. The slide's audio has every field of the record of the speech, and is ready only after that: both end
 * with the account.
 */
function heardOn({ audio }: Slide): StoredSpeech[] {
  if (audio?.source !== 'generated' || audio.status !== 'ready') return [];
  const { account_id, speech_hash: hash, duration_seconds, sentences } = audio;
  if (duration_seconds === undefined || sentences === undefined) return [];
  return [{ hash, key: storageKeys.speech(account_id, hash), duration_seconds, sentences }];
}

/**
 * Finds the speech of each slide of a snapshot, and which of it exists already. Speech that the snapshot or the ready narration of
 * a slide names is not looked up.
 */
export const findSpeech = (
  { speech, requiredSpeechOf }: FindSpeechDeps,
  render: Pick<Render, 'account_id' | 'narration'>,
  snapshot: Pick<Snapshot, 'settings' | 'slides' | 'speech'>,
): Promise<FoundSpeech> =>
  lookUpSpeech(requiredSpeechOf, render, snapshot, snapshot.speech ?? [], (said) =>
    speech.findMany(
      render.account_id,
      said.map(({ hash }) => hash),
    ),
  );

/**
 * The same, for a render that is made now, and that uses what it finds. What the snapshot names may be gone since. A slide's ready
 * narration is not: the render, which has not ended, keeps what it froze.
 */
export const useSpeech = (
  { speech, requiredSpeechOf, clock }: UseSpeechDeps,
  render: Render,
  snapshot: Snapshot,
): Promise<FoundSpeech> =>
  lookUpSpeech(requiredSpeechOf, render, snapshot, [], (said) =>
    speech.use({ ...render, source: render.id }, said, clock()),
  );

async function lookUpSpeech(
  requiredSpeechOf: FindSpeechDeps['requiredSpeechOf'],
  render: Pick<Render, 'account_id' | 'narration'>,
  { settings, slides }: Pick<Snapshot, 'settings' | 'slides'>,
  known: readonly StoredSpeech[],
  lookUp: (said: SaidSpeech[]) => Promise<Map<string, StoredSpeech>>,
): Promise<FoundSpeech> {
  if (render.narration === 'none') return { wanted: slides.map(() => undefined), made: new Map() };
  const asked: FoundSpeech['wanted'] = [];
  for (const slide of slides) {
    asked.push(requiredSpeechOf(slide, settings));
    // 500 slides of 5,000 characters take longer than a lease: the timer that renews it needs a turn.
    await turn();
  }
  const made = new Map([...slides.flatMap(heardOn), ...known].map((one) => [one.hash, one]));
  const unknown = saidBy(slides, asked).filter(({ hash }) => !made.has(hash));
  if (unknown.length > 0) for (const one of await lookUp(unknown)) made.set(...one);
  return { made, wanted: asked.map((wanted) => wanted && availableOrFallback(wanted, (hash) => made.has(hash))) };
}

/** The speech that does not exist: the first slide of each, by its hash. Recordings are not made. */
export function missingSpeech({ wanted, made }: FoundSpeech): ReadonlyMap<string, number> {
  const missing = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (speech && !speech.recording && !made.has(speech.hash) && !missing.has(speech.hash))
      missing.set(speech.hash, index);
  });
  return missing;
}

/** The characters of speech that can be made; 0 for other speech. */
export const charactersOf = (speech: RequiredSpeech | undefined): number =>
  speech?.request ? spokenAmount(speech.request).characters : 0;

/** The characters of new speech in a render: each missing speech once. */
export const newCharacters = (found: FoundSpeech): number =>
  [...missingSpeech(found).values()].reduce((sum, index) => sum + charactersOf(found.wanted[index]), 0);

/** Ascending positions of the slides with text to speak that have neither a recording nor stored speech. */
export const missingNarration = ({ wanted, made }: FoundSpeech): number[] =>
  wanted.flatMap((speech, index) => (speech && !speech.recording && !made.has(speech.hash) ? [index] : []));
