import type { FailureCode, RenderError, RenderStage, SlidePlace } from './render.ts';
import type { RenderTask, TaskKind } from './render-task.ts';

/**
 * A fault that another attempt would meet again: the render fails at once, with this code and message for the client.
 * After any other error the task is tried again.
 */
export class RenderFailure extends Error {
  override name = 'RenderFailure';
  readonly code: FailureCode;
  /** The slide that is the cause, where one is. */
  readonly place: SlidePlace | undefined;

  constructor(code: FailureCode, message: string, { place, ...options }: ErrorOptions & { place?: SlidePlace } = {}) {
    super(message, options);
    this.code = code;
    this.place = place;
  }

  /** Shown to the client. */
  get told(): RenderError {
    return { code: this.code, message: this.message, ...this.place };
  }
}

/**
 * Something that the work needs is too busy; nothing failed. The task is tried again after a pause, without an attempt being
 * counted, up to the `postponements` of TASK_LIMITS.
 */
export class Postponement extends Error {
  override name = 'Postponement';
}

/** The speech of one slide failed, and may succeed at the next attempt. The client is notified of the slide when none is left. */
export class SlideFailure extends Error {
  override name = 'SlideFailure';
  /** Name of the slide as shown to clients. */
  readonly slide: string;
  readonly place: SlidePlace;

  constructor(slide: string, place: SlidePlace, cause: Error) {
    super(`the speech of ${slide} failed: ${cause.message}`, { cause });
    this.slide = slide;
    this.place = place;
  }
}

const FINAL_FAILURES: Readonly<Record<TaskKind, RenderError>> = {
  prepare: { code: 'internal_error', message: 'The render could not be prepared.' },
  narration: { code: 'narration_failed', message: 'The narration of a slide could not be made.' },
  plan: { code: 'internal_error', message: 'The render could not be prepared.' },
  video: { code: 'encoder_failed', message: 'The pictures of the video could not be encoded.' },
  audio: { code: 'encoder_failed', message: 'The sound of the video could not be encoded.' },
  assembly: { code: 'encoder_failed', message: 'The parts of the video could not be joined.' },
};

/**
 * Client-visible failure of a task that failed on its last attempt.
 * @param stage of its render: the task that plans a small video also makes it
 */
export function finalFailure(
  { kind, slide, place }: Pick<RenderTask, 'kind' | 'slide' | 'place'>,
  stage?: RenderStage,
): RenderError {
  const failure = FINAL_FAILURES[stage === 'assembling' ? 'assembly' : kind];
  if (kind !== 'narration' || slide === undefined) return failure;
  return { ...failure, message: `The narration of ${slide} could not be made.`, ...place };
}
