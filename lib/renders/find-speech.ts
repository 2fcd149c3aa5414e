import { setImmediate as turn } from 'node:timers/promises';
import type { KeptSpeech, SpeechStore } from '../narration/public.ts';
import type { Slide } from '../timelines/public.ts';
import type { Render } from './render.ts';
import type { Snapshot } from './snapshot.ts';
import { obtainable, type WantedSpeech } from './wanted-speech.ts';

export interface FindSpeechDeps {
  speech: SpeechStore;
  /** The speech of a slide by its content; undefined when the slide has nothing to say. */
  addressOf(slide: Slide, settings: Snapshot['settings']): WantedSpeech | undefined;
}

/** What the slides of a render say. */
export interface FoundSpeech {
  /** By slide, in the order of the video. */
  wanted: (WantedSpeech | undefined)[];
  /** What of it is there, by its hash. */
  made: ReadonlyMap<string, KeptSpeech>;
}

/** Of what is kept beside its slide nobody needs to ask whether it is there. */
const hashesOf = (asked: FoundSpeech['wanted']): string[] =>
  asked.flatMap((speech) => {
    if (!speech || speech.recording) return [];
    return speech.otherwise ? [speech.hash, speech.otherwise.hash] : [speech.hash];
  });

/** What each slide of a frozen timeline is to say, and what of it is there already. */
export async function findSpeech(
  { speech, addressOf }: FindSpeechDeps,
  render: Render,
  { settings, slides }: Snapshot,
): Promise<FoundSpeech> {
  if (render.narration === 'none') return { wanted: slides.map(() => undefined), made: new Map() };
  const asked: FoundSpeech['wanted'] = [];
  for (const slide of slides) {
    asked.push(addressOf(slide, settings));
    // 500 slides of 5,000 characters take longer than a lease holds, and a timer renews it.
    await turn();
  }
  const made = await speech.findMany(render.account_id, hashesOf(asked));
  return { made, wanted: asked.map((wanted) => wanted && obtainable(wanted, (hash) => made.has(hash))) };
}
