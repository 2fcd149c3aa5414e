import {
  effectivePresenterLookOf,
  recordingRangeOfPresenter,
  type Slide,
  type VideoSound,
} from '#features/timelines/public.ts';

/** A presenter on the time line of a slide. */
export interface PresenterOnTimeLine {
  /** SHA-256 of the footage. */
  source: string;
  /** Start of the part of the recording that belongs to the slide, in seconds. */
  from: number;
  /** End of that part, in seconds. */
  to: number;
  /** The frame of the slide from which the presenter speaks. */
  startFrame: number;
  /** The frame of the slide up to which (exclusive) the presenter speaks. */
  endFrame: number;
  /** The sound of the recording; absent: it has none. */
  sound?: VideoSound | undefined;
  /** True if the presenter of the slide before continues to speak, also while the slides change. */
  continues: boolean;
  /** True if the presenter is over the slide, not next to it. */
  isOver: boolean;
}

type SlideWithPresenter = Pick<Slide, 'presenter' | 'video'>;

/** A part of a second by which parts of a recording that follow one another may be apart: they are sums of fractions. */
const TOLERANCE_SECONDS = 1e-3;

/** Reports whether the recording of a slide continues in the next one, in the same place. */
export function doesRecordingContinue(
  previousSlide: SlideWithPresenter | undefined,
  slide: SlideWithPresenter,
): boolean {
  const [previousPresenter, presenter] = [previousSlide?.presenter, slide.presenter];
  if (!previousPresenter || !presenter || previousPresenter.sha256 !== presenter.sha256 || slide.video) return false;
  const [look, nextLook] = [
    effectivePresenterLookOf(previousPresenter, previousSlide?.video !== undefined),
    effectivePresenterLookOf(presenter, false),
  ];
  const isSameLook = look.place === nextLook.place && look.shape === nextLook.shape && look.size === nextLook.size;
  return (
    isSameLook &&
    Math.abs(recordingRangeOfPresenter(previousPresenter).to - recordingRangeOfPresenter(presenter).from) <
      TOLERANCE_SECONDS
  );
}

/**
 * The presenter of a slide of a number of frames; undefined for a slide without one.
 * @param delay seconds from the start of the slide at which the presenter starts to speak
 */
export function presenterOnTimeLine(
  { presenter, video }: SlideWithPresenter,
  { delay, frames, fps, continues }: { delay: number; frames: number; fps: number; continues: boolean },
): PresenterOnTimeLine | undefined {
  if (!presenter) return undefined;
  const { from, to } = recordingRangeOfPresenter(presenter);
  const startFrame = Math.min(frames, Math.round(delay * fps));
  const endFrame = Math.min(frames, startFrame + Math.max(1, Math.round((to - from) * fps)));
  const isOver = effectivePresenterLookOf(presenter, video !== undefined).place !== 'side';
  return { source: presenter.sha256, sound: presenter.sound, from, to, startFrame, endFrame, continues, isOver };
}
