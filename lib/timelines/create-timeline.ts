import type { z } from 'zod';
import { checkSlideCount, limitsOf, type Principal, tooManyTimelinesError } from '../accounts/public.ts';
import { timestamp } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../shared/prepared-answer.ts';
import type { TimelineDeps } from './change-timeline.ts';
import { checkTemplate } from './check-template.ts';
import { checkVoice, type VoiceDeps } from './check-voice.ts';
import type { createTimelineContract } from './contract.ts';
import { newSlide } from './new-slide.ts';
import type { LoadedTimeline } from './timeline.ts';
import { estimateOf } from './view.ts';

type Body = z.output<NonNullable<(typeof createTimelineContract)['body']>>;

/**
 * Makes a timeline with the slides that were sent along. It is counted by the write that makes it: a request that is repeated
 * with its idempotency key counts once.
 */
export async function createTimeline(
  { store, clock, voices }: TimelineDeps & VoiceDeps,
  principal: Principal,
  body: Body,
  prepareAnswer: PrepareAnswer<LoadedTimeline> = prepareNoAnswer,
): Promise<LoadedTimeline> {
  checkTemplate(body.template_id);
  checkVoice(voices, body.language, body.voice);
  const limits = limitsOf(principal.plan);
  checkSlideCount(limits, body.slides.length);
  const now = clock();
  const id = newId('timeline', now);
  const { slides: inputs, voice, ...settings } = body;
  const slides = inputs.map((input) => newSlide(id, input, now));
  const loaded: LoadedTimeline = {
    timeline: {
      id,
      account_id: principal.account_id,
      ...settings,
      voice: voice ?? undefined,
      slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
      duration_seconds: estimateOf(slides, settings.lexicon),
      version: 1,
      created_at: timestamp(now),
      updated_at: timestamp(now),
    },
    slides,
  };
  const outcome = await store.insert(loaded, limits, await prepareAnswer(loaded));
  if (outcome === 'too_many') throw tooManyTimelinesError(limits);
  return loaded;
}
