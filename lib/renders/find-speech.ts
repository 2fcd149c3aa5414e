import { setImmediate as turn } from 'node:timers/promises';
import type { SpeechStore, StoredSpeech } from '../narration/public.ts';
import type { Slide } from '../timelines/public.ts';
import type { Render } from './render.ts';
import { availableOrFallback, type RequiredSpeech } from './required-speech.ts';
import type { Snapshot } from './snapshot.ts';

export interface FindSpeechDeps {
  speech: SpeechStore;
  /** The speech that a slide needs; undefined when the slide has nothing to say. */
  requiredSpeechOf(slide: Slide, settings: Snapshot['settings']): RequiredSpeech | undefined;
}

/** What the slides of a render say. */
export interface FoundSpeech {
  /** By slide, in the order of the video. */
  wanted: (RequiredSpeech | undefined)[];
  /** The part of it that exists, by its hash. */
  made: ReadonlyMap<string, StoredSpeech>;
}

/** The content addresses to look up. Recordings are left out: they are stored beside their slides. */
const hashesOf = (asked: FoundSpeech['wanted']): string[] =>
  asked.flatMap((speech) => {
    if (!speech || speech.recording) return [];
    return speech.fallback ? [speech.hash, speech.fallback.hash] : [speech.hash];
  });

/** What each slide of a snapshot says, and which speech exists already. */
export async function findSpeech(
  { speech, requiredSpeechOf }: FindSpeechDeps,
  render: Render,
  { settings, slides }: Snapshot,
): Promise<FoundSpeech> {
  if (render.narration === 'none') return { wanted: slides.map(() => undefined), made: new Map() };
  const asked: FoundSpeech['wanted'] = [];
  for (const slide of slides) {
    asked.push(requiredSpeechOf(slide, settings));
    // 500 slides of 5,000 characters take longer than a lease: the timer that renews it needs a turn.
    await turn();
  }
  const made = await speech.findMany(render.account_id, hashesOf(asked));
  return { made, wanted: asked.map((wanted) => wanted && availableOrFallback(wanted, (hash) => made.has(hash))) };
}

/**
 * Ascending positions of the slides that would lack narration in a render that makes none. They have something to say, but
 * neither a recording nor stored speech: that of their audio, or the same words in the same voice.
 * @param limit the search ends after this many positions
 */
export async function missingNarration(
  { speech, requiredSpeechOf }: FindSpeechDeps,
  accountId: string,
  { settings, slides }: Pick<Snapshot, 'settings' | 'slides'>,
  limit: number,
): Promise<number[]> {
  const missing: number[] = [];
  // In batches, because hashing the script of a long text takes milliseconds, and most decks lack one slide or all of them.
  for (let first = 0; first < slides.length && missing.length < limit; first += limit) {
    const asked = slides.slice(first, first + limit).map((slide) => requiredSpeechOf(slide, settings));
    const made = await speech.findMany(accountId, hashesOf(asked));
    asked.forEach((wanted, index) => {
      if (!wanted || wanted.recording) return;
      if (!made.has(availableOrFallback(wanted, (hash) => made.has(hash)).hash)) missing.push(first + index);
    });
  }
  return missing.slice(0, limit);
}
