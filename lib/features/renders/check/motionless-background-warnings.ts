import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import { MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS } from '#engine/video/drawing/drifting-ornaments.ts';
import type { Slide } from '#features/timelines/public.ts';
import { listInWords } from '#kernel/shared/list-in-words.ts';
import { planSlideTimes } from '../build-render-plan.ts';
import { reasonsForStillGround, STILL_GROUND_REASONS, type StillGroundReason } from '../frozen-slide.ts';
import type { FrameSchedule, SlideSpeech } from '../plan/frame-schedule.ts';
import type { VideoShot } from '../plan/video-shot.ts';
import { DEFAULT_RENDER_OUTPUT, type Render, type RenderOutput } from '../render.ts';
import { slideNumberInTimeline, type TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning } from './timeline-check.ts';

/** The most slides that a message names. */
const MAX_NAMED_SLIDES = 5;

/** The numbers of slides in a sentence: `slide 3`, `slides 1, 2, 3, 4, 5 and 9 more`. @param numbers from 1 */
const nameSlides = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'slide' : 'slides'} ${listInWords(numbers, MAX_NAMED_SLIDES)}`;

/** Sentences that say why the background stands still, and what to do about it. */
const CAUSE_SENTENCES: Readonly<Record<StillGroundReason, (output: RenderOutput, slides: string) => string>> = {
  codec: ({ codec }) => `In ${codecFactsOf(codec).name} each of its frames would be encoded: render in H.264.`,
  captions: () => 'Captions are drawn into the picture: send `captions: sidecar` or `embedded`.',
  presenter: (_, slides) => `A presenter is on ${slides}: leave \`presenter\` out there.`,
  callouts: (_, slides) => `Callouts are on ${slides}: use a template with lights, such as \`aurora\`.`,
};

/** A slide without what keeps its ground from moving, as long as it is planned. */
function withoutHindrances(slide: Slide, reasons: readonly StillGroundReason[], seconds: number): Slide {
  const { presenter, callouts, ...otherFields } = slide;
  if (reasons.length === 0) return slide;
  return {
    ...otherFields,
    ...(callouts && !reasons.includes('callouts') ? { callouts } : {}),
    // The recording decided the length.
    ...(presenter ? { duration_seconds: seconds, cut_speech: true } : {}),
  };
}

/** Reports whether the ground moves in a shot, as far as that is known before it is drawn. */
const doesGroundMove = (shot: VideoShot, fps: number): boolean =>
  shot.kind === 'still' &&
  (shot.picture.lights === 'away' ||
    (shot.picture.drifts === true && shot.frames > MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS * fps));

/** The times of a render and the speech of its slides, with which it was planned. */
interface PlannedTimes {
  timeLine: FrameSchedule;
  speech: readonly (SlideSpeech | undefined)[];
}

/** The reasons for each slide; none for one whose ground stands still in a render without these reasons, too. */
function reasonsOfSlides(
  snapshot: TimelineSnapshot,
  { output }: Pick<Render, 'output'>,
  { timeLine, speech }: PlannedTimes,
): StillGroundReason[][] {
  const reasons = snapshot.slides.map((_, index) => reasonsForStillGround(snapshot, index, { output }));
  if (reasons.every(({ length }) => length === 0)) return reasons;
  const { codec, captions } = DEFAULT_RENDER_OUTPUT;
  const slides = snapshot.slides.map((slide, index) =>
    withoutHindrances(slide, reasons[index] ?? [], (timeLine.slides[index]?.frames ?? 0) / timeLine.fps),
  );
  const scheduleWithoutReasons = planSlideTimes(
    { output: { ...output, codec, captions } },
    { ...snapshot, slides },
    speech,
  );
  return reasons.map((slideReasons, index) =>
    scheduleWithoutReasons.slides[index]?.shots.some((shot) => doesGroundMove(shot, scheduleWithoutReasons.fps))
      ? slideReasons
      : [],
  );
}

/**
 * A warning about backgrounds that stand still in a render although the template and `motion` could move them: one for the timeline, with
 * all reasons. Slides that would stand still without these reasons, too, are not named: those that are too short, and those whose photograph
 * grows. Pure.
 * @param snapshot with its intro and its outro, as it was planned
 */
export function motionlessBackgroundWarnings(
  snapshot: TimelineSnapshot,
  render: Pick<Render, 'output'>,
  planned: PlannedTimes,
): CheckWarning[] {
  const reasonsBySlide = reasonsOfSlides(snapshot, render, planned);
  const numbersOf = (isNamed: (reasons: readonly StillGroundReason[]) => boolean): number[] =>
    reasonsBySlide.flatMap((reasons, index) => (isNamed(reasons) ? [slideNumberInTimeline(snapshot, index)] : []));
  const causes = STILL_GROUND_REASONS.flatMap((reason) => {
    const numbers = numbersOf((reasons) => reasons.includes(reason));
    return numbers.length > 0 ? [CAUSE_SENTENCES[reason](render.output, nameSlides(numbers))] : [];
  });
  if (causes.length === 0) return [];
  const slideNames = nameSlides(numbersOf(({ length }) => length > 0));
  return [
    {
      slide_id: null,
      position: null,
      code: 'background_still',
      param: null,
      message: `The background of ${slideNames} could move, but stands still. ${causes.join(' ')} If that is fine, ignore this warning.`,
    },
  ];
}
