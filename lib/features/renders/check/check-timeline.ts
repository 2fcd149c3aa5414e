import { type VoiceCatalog, voicesOfLanguage } from '#engine/speech/voice-catalog.ts';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { type AspectRatioName, pictureDimensionsOfFormat, type Resolution } from '#engine/video/format.ts';
import {
  doesPlanAllowOutput,
  limitsOfPlan,
  monthlyAmountsOfPlan,
  type Principal,
  roundToMilliseconds,
  type UsageStore,
  usageMonthOf,
} from '#features/accounts/public.ts';
import { readTemplateOfTimeline, type TemplateChoiceDeps } from '#features/templates/public.ts';
import {
  fillVariables,
  type LoadedTimeline,
  loadTimeline,
  narrationPausesOfTimeline,
  spokenTextOfSlide,
  TIMELINE_VIDEO_NAMES,
  type Timeline,
  type TimelineStore,
  timelineVideoAsSlideVideo,
  undeclaredVariableAdvice,
  undeclaredVariableNames,
  type VariableValues,
} from '#features/timelines/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { createDrawingKeyFunction, planSlideTimes, videoSettingsOfRender } from '../build-render-plan.ts';
import { type ArtifactStore, findFreshCachedArtifacts } from '../cached-artifact.ts';
import {
  countCharactersToSynthesize,
  countNewSpeechCharacters,
  type FindSpeechOfSnapshotDeps,
  findSpeechOfSnapshot,
  type SpeechLookupResult,
} from '../find-speech-of-snapshot.ts';
import { slideAtPosition } from '../frozen-slide.ts';
import { clipContentAddress } from '../plan/clip-content-address.ts';
import type { FrameSchedule, PlannedSlide, SlideSpeech } from '../plan/frame-schedule.ts';
import { motionSecondsOfShots } from '../plan/motion-seconds.ts';
import { plannedVideoSeconds } from '../plan/render-plan.ts';
import { DEFAULT_RENDER_OUTPUT, type RenderOutput } from '../render.ts';
import { speechWithEstimatedDurations } from '../speech-with-estimated-durations.ts';
import {
  listIndexesWithoutIntroOutro,
  snapshotOfTimeline,
  snapshotWithIntroAndOutro,
  type TimelineSnapshot,
} from '../timeline-snapshot.ts';
import { predictTooLargeVideoMessage } from '../work-bounds.ts';
import { calloutWarnings } from './callout-warnings.ts';
import { languageWarnings } from './language-warnings.ts';
import { type MeasureSlideLayoutsDeps, measureSlideLayouts } from './measure-slide-layouts.ts';
import { motionlessBackgroundWarnings } from './motionless-background-warnings.ts';
import { warningsOfSlide } from './slide-warnings.ts';
import type { CheckWarning, RenderUsageEstimate, TimelineCheck } from './timeline-check.ts';
import { unknownNoteDirectionWarnings } from './unknown-note-direction-warnings.ts';
import { voiceWarnings } from './voice-warnings.ts';

/** Dependencies of the check of a timeline. */
export interface CheckTimelineDeps extends FindSpeechOfSnapshotDeps, MeasureSlideLayoutsDeps, TemplateChoiceDeps {
  store: TimelineStore;
  artifacts: Pick<ArtifactStore, 'findMany'>;
  usage: UsageStore;
  voices: Pick<VoiceCatalog, 'voices' | 'voiceFor'>;
  /** Reads the identity of the encoder's build. */
  encoder(): Promise<string>;
  /** The codecs that this service can encode. */
  codecs: readonly VideoCodecId[];
  clock: Clock;
}

type Amounts = Pick<RenderUsageEstimate, 'duration_seconds' | 'narration_characters_new' | 'render_seconds'>;

/** Output settings of the render that a check foretells; those that are absent have the values of a render request without them. */
export interface RenderOutputToCheck {
  /** Absent: the timeline's. */
  resolution?: Resolution | undefined;
  /** Absent: the timeline's. */
  format?: AspectRatioName | undefined;
  codec?: VideoCodecId | undefined;
  captions?: RenderOutput['captions'] | undefined;
}

/** The output settings of a render of a timeline. */
function outputOf(timeline: Pick<Timeline, 'format' | 'resolution'>, requested: RenderOutputToCheck): RenderOutput {
  const { format = timeline.format, resolution = timeline.resolution } = requested;
  const { codec = DEFAULT_RENDER_OUTPUT.codec, captions = DEFAULT_RENDER_OUTPUT.captions } = requested;
  const picture = { format, resolution, ...pictureDimensionsOfFormat(format, resolution) };
  return { ...DEFAULT_RENDER_OUTPUT, ...picture, codec, captions };
}

/** A warning about the whole timeline. */
const timelineWarning = (code: CheckWarning['code'], message: string, param: string): CheckWarning => ({
  slide_id: null,
  position: null,
  code,
  message,
  param,
});

/** Warnings about variables with neither a value nor a default, which a preview shows as names in braces. */
const missingVariableWarnings = ({ variables = {} }: Timeline, values: VariableValues): CheckWarning[] =>
  Object.entries(variables).flatMap(([name, defaultValue]) =>
    (ownPropertyValue(values, name) ?? defaultValue) === null
      ? [
          timelineWarning(
            'variable_missing',
            `The variable ${name} has neither a value nor a default: a render needs one.`,
            `variables.${name}`,
          ),
        ]
      : [],
  );

/** Warnings about names in braces that are not declared as variables. */
function undeclaredWarnings({ timeline, slides }: LoadedTimeline): CheckWarning[] {
  const declaredNames = Object.keys(timeline.variables ?? {});
  return undeclaredVariableNames(timeline, slides, declaredNames).map((undeclaredName) => {
    const { position, field } = undeclaredName;
    return {
      slide_id: position === null ? null : (slides[position]?.id ?? null),
      position,
      code: 'variable_unknown_in_text',
      message: undeclaredVariableAdvice(undeclaredName, declaredNames),
      param: position === null ? field : `slides[${position}].${field}`,
    };
  });
}

/** Warnings about the timeline as a whole. */
function warningsOfTimeline(
  { voices }: CheckTimelineDeps,
  { settings, slides }: TimelineSnapshot,
  { wanted }: SpeechLookupResult,
  { duration_seconds, excess }: { duration_seconds: number; excess: string | undefined },
  maxSeconds: number,
): CheckWarning[] {
  const warnings: CheckWarning[] = [];
  if (slides.length === 0) warnings.push(timelineWarning('nothing_to_show', 'The timeline has no slides.', 'slides'));
  const { language, voice } = settings;
  const isSpoken = wanted.some((speech) => speech?.request?.language === language);
  if (isSpoken && voice === undefined && voicesOfLanguage(voices, language).length === 0)
    warnings.push(
      timelineWarning(
        'language_has_no_voice',
        `No voice speaks "${language}": notes are read by one of another language. GET /voices lists the voices.`,
        'language',
      ),
    );
  if (duration_seconds > maxSeconds)
    warnings.push(
      timelineWarning(
        'too_long',
        `The video would take about ${Math.round(duration_seconds)} s; your plan allows ${maxSeconds} s.`,
        'slides',
      ),
    );
  if (excess !== undefined) warnings.push(timelineWarning('too_large', excess, 'resolution'));
  const { presenter_request: presenterRequest } = settings;
  if (presenterRequest)
    warnings.push(
      presenterRequest.error
        ? timelineWarning('presenter_unreadable', `A render would fail: ${presenterRequest.error.message}`, 'presenter')
        : timelineWarning('presenter_pending', 'The recording is being decoded. A render waits for it.', 'presenter'),
    );
  for (const name of TIMELINE_VIDEO_NAMES) {
    const { video_request: request } = timelineVideoAsSlideVideo(settings, name);
    if (!request) continue;
    warnings.push(
      request.error
        ? timelineWarning('video_unreadable', `A render would fail: ${request.error.message}`, name)
        : timelineWarning('video_pending', 'The video is being decoded. A render waits for it.', name),
    );
  }
  return warnings;
}

/** The times of the slides of a video, without its intro and its outro. */
const timesOfSlides = (video: TimelineSnapshot, { slides }: FrameSchedule): PlannedSlide[] =>
  listIndexesWithoutIntroOutro(video).flatMap((index) => slides[index] ?? []);

/** A list for all slides of a video, from one for its slides without the intro and the outro, which have the value `other`. */
function withIntroAndOutroValues<T>(video: TimelineSnapshot, ofSlides: readonly T[], other: T): T[] {
  const positionByIndex = new Map(listIndexesWithoutIntroOutro(video).map((index, position) => [index, position]));
  return video.slides.map((_, index) => {
    const position = positionByIndex.get(index);
    return position === undefined ? other : (ofSlides[position] ?? other);
  });
}

/** Counts the slides that have at least one clip that does not exist yet. */
async function countNewSlides(
  deps: CheckTimelineDeps,
  timelineRef: { account_id: string; timeline_id: string },
  output: RenderOutput,
  snapshot: TimelineSnapshot,
  timeLine: FrameSchedule,
): Promise<number> {
  const encoder = await deps.encoder();
  const [settings, drawing] = [videoSettingsOfRender({ output }), createDrawingKeyFunction({ output }, snapshot)];
  const clips = timesOfSlides(snapshot, timeLine).map(({ shots }) =>
    shots.map((shot) => clipContentAddress(shot, settings, drawing, encoder)),
  );
  const existing = await findFreshCachedArtifacts(
    { artifacts: deps.artifacts, now: deps.clock() },
    timelineRef,
    clips.flat(),
  );
  return clips.filter((slideClips) => !slideClips.every((clip) => existing.has(clip))).length;
}

/** The number of sentences of a slide's narration; undefined while it does not exist. */
function countKnownSentences(speech: SlideSpeech | undefined): number | undefined {
  if (!speech) return 0;
  return speech.key === '' ? undefined : speech.sentences.length;
}

/** Reports whether the plan allows a video of this size, codec and length, the service can encode it, and the month has enough left. */
async function doesPlanAllow(
  { usage, clock, codecs }: CheckTimelineDeps,
  { account_id, plan }: Principal,
  output: RenderOutput,
  { duration_seconds, narration_characters_new, render_seconds }: Amounts,
): Promise<boolean> {
  const limits = limitsOfPlan(plan);
  const month = usageMonthOf(formatUtcTimestamp(clock()));
  const [used, reserved] = await Promise.all([usage.read(account_id, month), usage.reserved(account_id, month)]);
  const needed = { render_seconds, narration_characters: narration_characters_new };
  const monthlyLimits = monthlyAmountsOfPlan(limits);
  const amounts = ['render_seconds', 'narration_characters'] as const;
  return (
    doesPlanAllowOutput(limits, output) &&
    codecs.includes(output.codec) &&
    duration_seconds <= limits.video_seconds &&
    amounts.every((amount) => used[amount] + reserved[amount] + needed[amount] <= monthlyLimits[amount])
  );
}

/**
 * Finds possible problems of a timeline before it is rendered, and estimates what the render would use. The slides are laid out, but
 * nothing is drawn, synthesized or changed.
 * @throws ServiceError `timeline_not_found`, `variable_unknown`; `validation_failed` for a value that does not fit; `unavailable` when the slides take too long to lay out
 */
export async function checkTimeline(
  deps: CheckTimelineDeps,
  principal: Principal,
  id: string,
  requested: RenderOutputToCheck & { variables?: VariableValues | undefined },
): Promise<TimelineCheck> {
  const loaded = await loadTimeline(deps.store, principal, id);
  const values = requested.variables ?? {};
  const { timeline, slides } = fillVariables(loaded, values, { path: 'query.variables', missing: 'keep' });
  const template = await readTemplateOfTimeline(deps.templates, principal.account_id, timeline.template_id);
  const snapshot = snapshotOfTimeline(timeline, slides, template);
  const output = outputOf(timeline, requested);
  const timelineRef = { account_id: principal.account_id, timeline_id: id };
  const speechLookup = await findSpeechOfSnapshot(
    deps,
    { account_id: principal.account_id, narration: 'auto' },
    snapshot,
  );
  const speech = speechWithEstimatedDurations(slides, timeline, speechLookup);
  const video = snapshotWithIntroAndOutro(snapshot);
  const speechOfAll = withIntroAndOutroValues(video, speech, undefined);
  const timeLine = planSlideTimes({ output }, video, speechOfAll);
  const duration_seconds = plannedVideoSeconds(timeLine);
  const excess = predictTooLargeVideoMessage(video, { output, speech: speechOfAll });
  const amounts: Amounts = {
    duration_seconds,
    narration_characters_new: countNewSpeechCharacters(speechLookup),
    render_seconds: roundToMilliseconds(duration_seconds),
  };
  const [measured, slides_new, fits_plan] = await Promise.all([
    measureSlideLayouts(deps, timelineRef, snapshot, output),
    countNewSlides(deps, timelineRef, output, video, timeLine),
    doesPlanAllow(deps, principal, output, amounts),
  ]);
  const { lead_seconds } = narrationPausesOfTimeline(timeline);
  const slideWarnings = measured.flatMap((measures, position) => {
    const slide = slides[position];
    const narrationSeconds = speech[position]?.duration_seconds;
    return slide ? warningsOfSlide({ slide, position, measures, narrationSeconds, leadSeconds: lead_seconds }) : [];
  });
  const checkedSlides = timesOfSlides(video, timeLine).map((planned, position) => ({
    planned,
    fps: output.fps,
    said: spokenTextOfSlide(slideAtPosition(snapshot, position), snapshot.settings),
    sentences: countKnownSentences(speech[position]),
  }));
  const { video_seconds } = limitsOfPlan(principal.plan);
  return {
    warnings: [
      ...missingVariableWarnings(loaded.timeline, values),
      ...undeclaredWarnings(loaded),
      ...warningsOfTimeline(deps, snapshot, speechLookup, { duration_seconds, excess }, video_seconds),
      ...languageWarnings(snapshot, speechLookup),
      ...voiceWarnings(deps.voices, snapshot, speechLookup),
      ...unknownNoteDirectionWarnings(snapshot, speechLookup),
      ...motionlessBackgroundWarnings(video, { output }, { timeLine, speech: speechOfAll }),
      ...slideWarnings,
      ...calloutWarnings(snapshot, { checked: checkedSlides, measured, size: output }),
    ],
    estimate: {
      ...amounts,
      narration_characters: speechLookup.wanted.reduce(
        (sum, required) => sum + countCharactersToSynthesize(required?.request ? required : required?.fallback),
        0,
      ),
      motion_seconds: motionSecondsOfShots(
        timeLine.slides.flatMap(({ shots }) => shots),
        timeLine.fps,
      ),
      slides_new,
      fits_plan: fits_plan && excess === undefined,
    },
  };
}
