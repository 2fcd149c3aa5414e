import type { z } from 'zod';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import { centerOfPresenterCrop } from '#engine/video/footage/presenter-crop.ts';
import type { SlideFilePresigner } from './ports.ts';
import type { presenterAnswerSchema } from './presenter-fields.ts';
import {
  type PendingOrFailedPresenter,
  type Presenter,
  type PresenterOptions,
  presenterOptionsOf,
} from './slide-presenter.ts';

type PresenterAnswer = z.output<typeof presenterAnswerSchema>;

const optionsAnswer = (options: PresenterOptions, face: Presenter['face']) => ({
  ...presenterOptionsOf(options),
  focus: centerOfPresenterCrop({ face, focus: options.focus }),
});

/** A presenter in answers: the requested one while it is decoded or has failed, or else the stored one; null for none. */
export async function toPresenterAnswer(
  {
    presenter,
    presenter_request: request,
  }: { presenter?: Presenter | undefined; presenter_request?: PendingOrFailedPresenter | undefined },
  files: SlideFilePresigner,
): Promise<PresenterAnswer | null> {
  if (request)
    return {
      status: request.error ? 'failed' : 'pending',
      duration_seconds: null,
      poster_url: null,
      ...optionsAnswer(request, undefined),
      error: request.error ?? null,
    };
  if (!presenter) return null;
  return {
    status: 'ready',
    duration_seconds: Math.round(1000 * footageSeconds(presenter)) / 1000,
    poster_url: await files.presignGet(presenter.poster.key),
    ...optionsAnswer(presenter, presenter.face),
    error: null,
  };
}
