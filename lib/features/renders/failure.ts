import type { FailedSlide, RenderError, RenderFailureCode, RenderStage } from './render.ts';
import type { RenderTask, RenderTaskKind } from './render-task.ts';

/**
 * A fault that another attempt would meet again. The render fails at once, with this code and message for the client; after any other error
 * the task gets another attempt.
 */
export class NonRetryableRenderError extends Error {
  override name = 'NonRetryableRenderError';
  readonly code: RenderFailureCode;
  /** The slide that is the cause; undefined if no single slide is. */
  readonly failedSlide: FailedSlide | undefined;

  constructor(
    code: RenderFailureCode,
    message: string,
    { failedSlide, ...options }: ErrorOptions & { failedSlide?: FailedSlide } = {},
  ) {
    super(message, options);
    this.code = code;
    this.failedSlide = failedSlide;
  }

  /** The error as the client sees it. */
  get asRenderError(): RenderError {
    return { code: this.code, message: this.message, ...this.failedSlide };
  }
}

/**
 * Thrown when something that the work needs is too busy. The task gets another attempt after a pause; no failure is counted, up to the
 * `postponements` of RENDER_TASK_ATTEMPT_LIMITS.
 */
export class RenderTaskPostponedError extends Error {
  override name = 'RenderTaskPostponedError';
}

/** The speech of one slide failed, and may succeed at another attempt. After the last attempt, the render's error names the slide. */
export class RetryableSlideSpeechError extends Error {
  override name = 'RetryableSlideSpeechError';
  /** Name of the slide as shown to clients. */
  readonly slideName: string;
  readonly failedSlide: FailedSlide;

  constructor(slideName: string, failedSlide: FailedSlide, cause: Error) {
    super(`the speech of ${slideName} failed: ${cause.message}`, { cause });
    this.slideName = slideName;
    this.failedSlide = failedSlide;
  }
}

/** The error of a render for each kind of task whose last attempt failed. */
const FINAL_FAILURES: Readonly<Record<RenderTaskKind, RenderError>> = {
  prepare: { code: 'internal_error', message: 'The render could not be prepared.' },
  narration: { code: 'narration_failed', message: 'The narration of a slide could not be made.' },
  plan: { code: 'internal_error', message: 'The render could not be prepared.' },
  video: { code: 'encoder_failed', message: 'The pictures of the video could not be encoded.' },
  audio: { code: 'encoder_failed', message: 'The sound of the video could not be encoded.' },
  assembly: { code: 'encoder_failed', message: 'The parts of the video could not be joined.' },
};

/**
 * The render's error for a task whose last attempt failed.
 * @param stage of the render, because the task that plans a small video also assembles it; absent: before the assembly
 */
export function renderErrorAfterLastAttempt(
  { kind, slide: slideName, place: failedSlide }: Pick<RenderTask, 'kind' | 'slide' | 'place'>,
  stage?: RenderStage,
): RenderError {
  const failure = FINAL_FAILURES[stage === 'assembling' ? 'assembly' : kind];
  if (kind !== 'narration' || slideName === undefined) return failure;
  return { ...failure, message: `The narration of ${slideName} could not be made.`, ...failedSlide };
}
