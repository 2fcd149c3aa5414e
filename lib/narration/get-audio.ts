import type { Principal } from '../accounts/account.ts';
import { loadTimeline, positionOf, slideAt } from '../timelines/change-timeline.ts';
import type { TimelineStore } from '../timelines/ports.ts';
import type { Slide } from '../timelines/slide.ts';
import type { Sentence } from './engine.ts';
import type { SpeechStore } from './ports.ts';

/** A slide with its narration, and the sentences of it once it is ready. */
export async function getAudio(
  { timelines, speech }: { timelines: TimelineStore; speech: SpeechStore },
  principal: Principal,
  { id, sid }: { id: string; sid: string },
): Promise<{ slide: Slide; sentences: Sentence[] }> {
  const loaded = await loadTimeline(timelines, principal, id);
  const slide = slideAt(loaded, positionOf(loaded, sid));
  const { audio } = slide;
  if (audio?.status !== 'ready') return { slide, sentences: [] };
  const kept = await speech.findMany(principal.account_id, [audio.speech_hash]);
  return { slide, sentences: kept.get(audio.speech_hash)?.sentences ?? [] };
}
