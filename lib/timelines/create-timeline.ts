import { checkSlideCount, limitsOf, type Principal, tooManyTimelinesError } from '../accounts/public.ts';
import { timestamp } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../shared/prepared-answer.ts';
import { checkTemplate, noSuchTemplate, type TemplateChoiceDeps } from '../templates/public.ts';
import type { TimelineDeps } from './change-timeline.ts';
import { checkVoice, type VoiceDeps } from './check-voice.ts';
import type { TimelineInput } from './contract.ts';
import { newSlide } from './new-slide.ts';
import { checkContent, contentFaultsOf } from './rich-content.ts';
import { declared, type LoadedTimeline } from './timeline.ts';
import { estimateOf } from './view.ts';

/**
 * A timeline with the slides that were sent along, not stored yet.
 * @param path where it stands in the request, as `timeline.`
 * @throws ServiceError `validation_failed`, `entitlement_required`
 */
export async function newTimeline(
  { clock, voices, templates }: Pick<TimelineDeps, 'clock'> & VoiceDeps & TemplateChoiceDeps,
  principal: Principal,
  body: TimelineInput,
  path = '',
): Promise<LoadedTimeline> {
  await checkTemplate(templates, principal.account_id, body.template_id, path);
  checkVoice(voices, body.language, body.voice, path);
  checkSlideCount(limitsOf(principal.plan), body.slides.length);
  checkContent(body.slides.flatMap((input, index) => contentFaultsOf(input, `${path}slides[${index}].`)));
  const now = clock();
  const id = newId('timeline', now);
  const { slides: inputs, voice, slide_numbers, footer, variables, ...settings } = body;
  const slides = inputs.map((input) => newSlide(id, input, now));
  return {
    timeline: {
      id,
      account_id: principal.account_id,
      ...settings,
      voice: voice ?? undefined,
      slide_numbers: slide_numbers ?? undefined,
      footer: footer ?? undefined,
      variables: declared(variables),
      slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
      duration_seconds: estimateOf(slides, settings),
      version: 1,
      created_at: timestamp(now),
      updated_at: timestamp(now),
    },
    slides,
  };
}

/**
 * Makes a timeline with the slides that were sent along. It is counted by the write that makes it: a request that is repeated
 * with its idempotency key counts once.
 */
export async function createTimeline(
  deps: TimelineDeps & VoiceDeps & TemplateChoiceDeps,
  principal: Principal,
  body: TimelineInput,
  prepareAnswer: PrepareAnswer<LoadedTimeline> = prepareNoAnswer,
): Promise<LoadedTimeline> {
  const loaded = await newTimeline(deps, principal, body);
  const limits = limitsOf(principal.plan);
  const outcome = await deps.store.insert(loaded, limits, await prepareAnswer(loaded));
  if (outcome === 'no_template') throw noSuchTemplate();
  if (outcome === 'too_many') throw tooManyTimelinesError(limits);
  return loaded;
}
