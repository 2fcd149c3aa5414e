import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import {
  checkOutputLimits,
  type MonthlyAmounts,
  type PlanLimits,
  roundToMilliseconds,
} from '#features/accounts/public.ts';
import {
  estimatedSlideSeconds,
  minSlideSecondsInVideo,
  narrationPausesOfTimeline,
  type Slide,
  slideSeconds,
  type TimelineSettings,
} from '#features/timelines/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { RenderOutputInput } from './contract.ts';
import { countNewSpeechCharacters, type SpeechLookupResult } from './find-speech-of-snapshot.ts';
import { FIRST_RENDER_EPOCH, type Render, type RenderOutput } from './render.ts';

/** The longest wait of a render for a slot, in seconds. */
const MAX_WAITING_SECONDS = 24 * 3600;

/**
 * The output settings of a render: those of the request, with format and resolution of the timeline as defaults.
 * @param codecs codecs that the encoder of this service offers
 * @throws ServiceError `entitlement_required`, `unsupported_codec`; `validation_failed` for a caption style without burned-in captions, and
 * for caption words without captions
 */
export function resolveRenderOutput(
  timeline: Pick<TimelineSettings, 'format' | 'resolution'>,
  { extras = [], caption_words, ...requested }: RenderOutputInput,
  limits: PlanLimits,
  codecs: readonly VideoCodecId[],
): RenderOutput {
  if (requested.caption_style && requested.captions !== 'burned_in')
    throw invalidValueError(
      'output.caption_style',
      'Only captions that are drawn into the picture have a look. Send `captions: "burned_in"` with it, or leave `caption_style` out.',
    );
  if (caption_words && requested.captions === 'none')
    throw invalidValueError(
      'output.caption_words',
      'Without captions there are no files with the times of words. Send other `captions`, or leave `caption_words` out.',
    );
  const format = requested.format ?? timeline.format;
  const resolution = requested.resolution ?? timeline.resolution;
  const output = {
    ...requested,
    ...(caption_words ? { caption_words: true as const } : {}),
    ...(extras.length > 0 ? { extras } : {}),
    format,
    resolution,
    ...pictureDimensionsOfFormat(format, resolution),
  };
  checkOutputLimits(limits, output);
  if (!codecs.includes(output.codec))
    throw new ServiceError('unsupported_codec', `The encoder of this service offers ${codecs.join(', ')}.`, {
      param: 'output.codec',
    });
  return output;
}

/** The settings of a timeline, and those of its slides that are to be rendered: all, or a range. */
export interface ContentToRender {
  timeline: TimelineSettings;
  slides: readonly Slide[];
}

/** The shortest possible length of a video in seconds: its notes are spoken at the fastest pace. */
export function shortestPossibleVideoSeconds(
  { timeline, slides }: ContentToRender,
  narration: Render['narration'],
): number {
  const pace = narrationPausesOfTimeline(timeline);
  const secondsOf = (slide: Slide) =>
    narration === 'none' ? slideSeconds(slide, undefined, pace) : minSlideSecondsInVideo(slide, timeline);
  return slides.reduce((sum, slide) => sum + secondsOf(slide), 0);
}

/**
 * Checks the length of a video before its speech exists.
 * @param param member of the request that the error names
 * @throws ServiceError `entitlement_required` when even the shortest possible video is longer than the plan allows
 */
export function checkVideoLength(
  limits: PlanLimits,
  content: ContentToRender,
  narration: Render['narration'],
  param = 'timeline_id',
): void {
  if (shortestPossibleVideoSeconds(content, narration) > limits.video_seconds)
    throw new ServiceError(
      'entitlement_required',
      `Your plan allows videos of up to ${limits.video_seconds} seconds. Divide the timeline, or render a slide_range.`,
      { param },
    );
}

/**
 * The amounts of the month that a render reserves: the seconds of its video, and the characters of speech that does not exist yet. The
 * duration of such speech is estimated. The seconds are at most the length that the plan allows, because a longer video fails as soon as its
 * length is known.
 */
export function amountsNeededByRender(
  limits: PlanLimits,
  { timeline, slides }: ContentToRender,
  narration: Render['narration'],
  speechLookup: SpeechLookupResult,
): MonthlyAmounts {
  const pace = narrationPausesOfTimeline(timeline);
  const seconds = slides.reduce((sum, slide, index) => {
    const required = speechLookup.wanted[index];
    if (narration === 'none' || !required) return sum + slideSeconds(slide, undefined, pace);
    const speech = required.recording ?? speechLookup.made.get(required.hash);
    return sum + (speech ? slideSeconds(slide, speech.duration_seconds, pace) : estimatedSlideSeconds(slide, timeline));
  }, 0);
  return {
    render_seconds: roundToMilliseconds(Math.min(seconds, limits.video_seconds)),
    narration_characters: narration === 'auto' ? countNewSpeechCharacters(speechLookup) : 0,
  };
}

/** The fields of a new render that its request decides. */
type RequestedRenderFields = Pick<
  Render,
  | 'id'
  | 'account_id'
  | 'timeline_id'
  | 'timeline_version'
  | 'output'
  | 'narration'
  | 'slides_total'
  | 'metadata'
  | 'batch_id'
  | 'counted_at'
  | 'external_id'
  | 'webhook_url'
  | 'webhook_secret'
>;

/** Makes a new render, with the status `queued`. */
export const createQueuedRender = (requested: RequestedRenderFields, limits: PlanLimits, now: Date): Render => ({
  ...requested,
  status: 'queued',
  progress: 0,
  stage: 'queued',
  snapshot_key: storageKeys.snapshot(requested.account_id, requested.timeline_id, requested.id),
  slides_reused: 0,
  slides_rendered: 0,
  epoch: FIRST_RENDER_EPOCH,
  max_seconds: limits.video_seconds,
  created_at: formatUtcTimestamp(now),
  deadline: formatUtcTimestamp(addSeconds(now, MAX_WAITING_SECONDS)),
  expires_at: formatUtcTimestamp(addSeconds(now, limits.output_retention_days * 86_400)),
});
