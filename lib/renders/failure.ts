import type { FailureCode } from './render.ts';
import type { RenderTask, TaskKind } from './render-task.ts';

/**
 * A fault that trying again cannot mend: the render fails at once, with this code and message for the client.
 * Everything else that a worker throws counts as passing and is tried again.
 */
export class RenderFailure extends Error {
  override name = 'RenderFailure';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * What the work needs has too much to do for others: nothing failed. The task is tried again after a pause, so often
 * (`MAX_POSTPONEMENTS`) without an attempt being counted.
 */
export class Postponement extends Error {
  override name = 'Postponement';
}

const FINAL_FAILURES: Readonly<Record<TaskKind, { code: FailureCode; message: string }>> = {
  prepare: { code: 'internal_error', message: 'The render could not be prepared.' },
  narration: { code: 'narration_failed', message: 'The narration of a slide could not be made.' },
  plan: { code: 'internal_error', message: 'The render could not be prepared.' },
  video: { code: 'encoder_failed', message: 'The pictures of the video could not be encoded.' },
  audio: { code: 'encoder_failed', message: 'The sound of the video could not be encoded.' },
  assembly: { code: 'encoder_failed', message: 'The parts of the video could not be joined.' },
};

/** What a client is told when a task failed on its last attempt. */
export function finalFailure({ kind, slide }: Pick<RenderTask, 'kind' | 'slide'>): {
  code: FailureCode;
  message: string;
} {
  const failure = FINAL_FAILURES[kind];
  if (kind !== 'narration' || slide === undefined) return failure;
  return { ...failure, message: `The narration of ${slide} could not be made.` };
}
