import {
  presenterLookOf,
  presenterRecordingRangeOfSlide,
  type Slide,
  type VideoSound,
} from '#features/timelines/public.ts';

/** A presenter on the time line of a slide. */
export interface PresenterOnTimeLine {
  /** SHA-256 of the footage. */
  source: string;
  /** The part of the recording that belongs to the slide, in seconds. */
  from: number;
  to: number;
  /** Frames of the slide from which and up to which (exclusive) the presenter speaks. */
  startFrame: number;
  endFrame: number;
  /** The voice. */
  sound?: VideoSound | undefined;
  /** True if the presenter of the slide before continues to speak, also while the slides change. */
  continues: boolean;
  /** True if the presenter is over the slide, not next to it. */
  isOver: boolean;
}

type Presented = Pick<Slide, 'presenter' | 'video'>;

/** A part of a second by which parts of a recording that follow one another may be apart: they are sums of fractions. */
const TOLERANCE = 1e-3;

/** Reports whether the recording of a slide continues in the next one, in the same place. */
export function doesRecordingContinue(before: Presented | undefined, slide: Presented): boolean {
  const [one, other] = [before?.presenter, slide.presenter];
  if (!one || !other || one.sha256 !== other.sha256 || slide.video) return false;
  const [look, next] = [presenterLookOf(one, before?.video !== undefined), presenterLookOf(other, false)];
  const isSame = look.place === next.place && look.shape === next.shape && look.size === next.size;
  return (
    isSame && Math.abs(presenterRecordingRangeOfSlide(one).to - presenterRecordingRangeOfSlide(other).from) < TOLERANCE
  );
}

/**
 * The presenter of a slide of a number of frames; undefined for a slide without one.
 * @param delay seconds from the start of the slide at which the presenter starts to speak
 */
export function presenterOnTimeLine(
  { presenter, video }: Presented,
  { delay, frames, fps, continues }: { delay: number; frames: number; fps: number; continues: boolean },
): PresenterOnTimeLine | undefined {
  if (!presenter) return undefined;
  const { from, to } = presenterRecordingRangeOfSlide(presenter);
  const startFrame = Math.min(frames, Math.round(delay * fps));
  const endFrame = Math.min(frames, startFrame + Math.max(1, Math.round((to - from) * fps)));
  const isOver = presenterLookOf(presenter, video !== undefined).place !== 'side';
  return { source: presenter.sha256, sound: presenter.sound, from, to, startFrame, endFrame, continues, isOver };
}
